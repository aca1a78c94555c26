"""Runs a module that retune exports in virtual time, and prints the delays of each run,
in seconds, as a line of JSON: [[0.1, 0.2], [0.1, 0.2]].

    python3 driver.py MODULE RUNS MOST TOOK

An attempt takes TOOK seconds; after MOST failed ones an operation succeeds.

    python3 driver.py MODULE URL

makes attempts at that URL in real time.
"""

import importlib.util
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's, for what pip has not installed



def load(file):
    spec = importlib.util.spec_from_file_location("exported", file)
    exported = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(exported)
    return exported


if sys.argv[2].startswith("http://"):
    import contextlib
    import urllib.error
    import urllib.request

    with contextlib.suppress(urllib.error.HTTPError):
        load(sys.argv[1]).policy()(lambda: urllib.request.urlopen(sys.argv[2]).read())
    sys.exit()

now = 0.0
started = []  # when the attempts of this run were made


def sleep(seconds):
    global now
    now += seconds


real = time.time()
time.sleep = sleep
time.monotonic = lambda: now
time.time = lambda: real + now


def attempt():
    started.append(now)
    sleep(took)
    if len(started) <= most:
        raise ConnectionRefusedError("failed")


def tenacity(policy):
    import tenacity

    drawn = isinstance(policy.wait, tenacity.wait_random_exponential)
    if drawn and policy.wait.min > 0 and int(version("tenacity").split(".")[0]) < 9:
        raise ModuleNotFoundError("tenacity 9: those before draw from 0, not from min")
    policy(attempt)


def celery(task):
    from celery import Celery
    from celery.canvas import Signature

    global apply
    if apply is None:
        Celery(set_as_current=True)
        apply = Signature.apply

    def delayed(signature, *args, **kwargs):
        sleep(signature.options["countdown"])
        return apply(signature, *args, **kwargs)

    Signature.apply = delayed
    task._orig_run = attempt  # which its run calls
    task.apply()


apply = None  # the one of Celery


def urllib3(policy):
    import urllib3
    from urllib3.util import connection

    def connect(*args, **kwargs):
        attempt()
        raise StopIteration

    connection.create_connection = connect
    urllib3.PoolManager(retries=policy).request("GET", "http://127.0.0.1:1/")


client = None


def botocore(config):
    global client
    from botocore.exceptions import ConnectionClosedError
    from botocore.httpsession import URLLib3Session
    from botocore.retries.quota import RetryQuota
    from botocore.session import Session

    def send(self, request):
        try:
            attempt()
        except ConnectionRefusedError as error:
            raise ConnectionClosedError(error=error, endpoint_url=request.url)
        raise StopIteration

    if client is None:
        URLLib3Session.send = send
        RetryQuota.acquire = lambda self, amount: True  # which all requests share
        session = Session()
        session.set_credentials("retune", "retune")
        client = session.create_client("sts", region_name="us-east-1", config=config)
    client.get_caller_identity()


file, runs, most, took = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
exported = load(file)
create = getattr(exported, "policy", lambda: exported.task)
try:
    create()
except (AttributeError, TypeError) as error:
    pins = [line.split("==") for line in Path(__file__).with_name("requirements.txt").read_text().split()]
    others = [f"{name} {version(name)}" for name, pin in pins if name in sys.modules and version(name) != pin]
    if not others:
        raise
    raise ModuleNotFoundError(f"{error}: here is {', '.join(others)}") from None
drive = {"tenacity": tenacity, "urllib3": urllib3, "botocore": botocore, "celery": celery}[type(create()).__module__.split(".")[0]]

every = []
for _ in range(runs):
    started = []
    try:
        drive(create())
    except ModuleNotFoundError:
        raise
    except Exception:  # it has given up
        pass
    every.append([b - a - took for a, b in zip(started, started[1:])])
print(json.dumps(every))
