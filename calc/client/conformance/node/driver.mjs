// Runs a module that retune exports in virtual time, and prints the delays of each run,
// in seconds, as a line of JSON: [[0.1, 0.2], [0.1, 0.2]].
//
//   node driver.mjs MODULE RUNS MOST TOOK
//
// An attempt takes TOOK seconds; after MOST failed ones an operation succeeds.
//
//   node driver.mjs MODULE URL
//
// makes attempts at that URL in real time.
import {pathToFileURL} from 'node:url';

if (process.argv[3].startsWith('http://')) {
  const {retrying} = await import(pathToFileURL(process.argv[2]));
  const get = async () => {
    const answer = await fetch(process.argv[3]);
    await answer.arrayBuffer();
    if (!answer.ok) {
      throw new Error(`status ${answer.status}`);
    }
  };
  if (!process.env.RETUNE_URL) { // retune probe counts every request
    await fetch(`${process.argv[3]}/first`).then((answer) => answer.arrayBuffer()); // loads what it takes
  }
  await retrying(get).catch(() => {});
  process.exit(0);
}

let now = 0;
let delays = [];
const soon = setImmediate;
const setTimer = globalThis.setTimeout;

// A timer of a client is a delay: time jumps over it. Those of undici's connections are real.
globalThis.setTimeout = (callback, delay = 0, ...args) => {
  if (new Error().stack.includes('util/timers.js')) {
    return setTimer(callback, delay, ...args);
  }
  delays.push(delay / 1000);
  now += delay;
  const timer = {ref: () => timer, unref: () => timer, hasRef: () => true};
  soon(callback, ...args);
  return timer;
};
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length > 0 ? args : [now]));
  }

  static now() {
    return now;
  }
};
performance.now = () => now;

const [file, runs, most, took] = process.argv.slice(2);
const exported = await import(pathToFileURL(file));
const nobody = 'http://127.0.0.1:1/'; // where no server listens

const all = [];
for (let run = 0; run < Number(runs); run++) {
  let made = 0;
  const attempt = async () => {
    now += 1000 * Number(took);
    if (++made <= Number(most)) {
      throw Object.assign(new Error('failed'), {code: 'ECONNRESET'});
    }
  };
  now = 0;
  delays = [];
  try {
    if (exported.retrying) {
      await exported.retrying(attempt);
    } else if (exported.dispatcher) {
      const {request} = await import('undici');
      await request(nobody, {dispatcher: exported.dispatcher});
    } else if (exported.client.defaults.adapter) {
      await exported.client.get(nobody, {adapter: async (config) => {
        try {
          await attempt();
        } catch (error) {
          throw Object.assign(error, {config, isAxiosError: true});
        }
        return {status: 200, data: '', headers: {}, config};
      }});
    } else {
      await exported.client.get(nobody);
    }
  } catch {
    // it has given up
  }
  all.push(delays);
}
process.stdout.write(JSON.stringify(all) + '\n', () => process.exit(0));
