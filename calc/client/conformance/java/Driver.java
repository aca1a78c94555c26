import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

/**
 * Compiles a class that retune exports, runs it in virtual time, and prints the delays of each
 * run, in seconds, as a line of JSON: [[0.1, 0.2], [0.1, 0.2]].
 *
 * <pre>java -cp 'lib/*' Driver.java RetryPolicies.java RUNS MOST TOOK</pre>
 *
 * An attempt takes TOOK seconds; after MOST failed ones an operation succeeds.
 */
public final class Driver {
    public static void main(String[] args) throws Exception {
        Path classes = Files.createTempDirectory("retune");
        classes.toFile().deleteOnExit();
        String path = System.getProperty("java.class.path");
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-cp", path, "-d", classes.toString(), args[0]) != 0) {
            System.exit(1);
        }
        var loader = new Virtual(classes.toUri().toURL());
        loader.loadClass("Driver$Runs").getMethod("main", String[].class).invoke(null, (Object) args);
        System.exit(0); // in spite of threads that still wait
    }

    /** The time that the libraries have in place of the machine's. */
    public static final class Clock {
        private static volatile long nanos;

        public static void sleep(long millis) {
            skip(millis * 1_000_000);
        }

        public static long nanoTime() {
            return nanos;
        }

        public static long currentTimeMillis() {
            return nanos / 1_000_000;
        }

        public static Instant now() {
            return Instant.ofEpochSecond(0, nanos);
        }

        public static void skip(long more) {
            nanos += more;
        }
    }

    /** Has every class but those of Java call Clock where it calls Thread.sleep and the like. */
    private static final class Virtual extends URLClassLoader {
        private static final Set<String> TIMED = Set.of("java/lang/Thread sleep (J)V", "java/lang/System nanoTime ()J", "java/lang/System currentTimeMillis ()J", "java/time/Instant now ()Ljava/time/Instant;");

        Virtual(URL exported) throws MalformedURLException {
            super(new URL[] {exported}, Driver.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (findLoadedClass(name) != null) {
                    return findLoadedClass(name);
                }
                try (var in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    if (name.matches("(java|javax|jdk|sun)\\..*") || name.equals(Clock.class.getName()) || in == null) {
                        return super.loadClass(name, resolve);
                    }
                    byte[] code = timed(in.readAllBytes());
                    return defineClass(name, code, 0, code.length);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        /** Changes the class of those methods in the constant pool of a class file. */
        private static byte[] timed(byte[] code) {
            ByteBuffer in = ByteBuffer.wrap(code);
            int count = in.getShort(8) & 0xffff;
            int[] at = new int[count];
            in.position(10);
            for (int i = 1; i < count; i++) {
                at[i] = in.position();
                int tag = in.get();
                int size = switch (tag) {
                    case 1 -> 2 + (in.getShort(in.position()) & 0xffff);
                    case 5, 6 -> 8;
                    case 7, 8, 16, 19, 20 -> 2;
                    case 15 -> 3;
                    default -> 4;
                };
                in.position(in.position() + size);
                i += tag == 5 || tag == 6 ? 1 : 0;
            }
            int end = in.position();
            for (int i = 1; i < count; i++) {
                if (at[i] > 0 && code[at[i]] == 10) {
                    int method = at[in.getShort(at[i] + 3) & 0xffff];
                    String owner = text(in, at, at[in.getShort(at[i] + 1) & 0xffff] + 1);
                    if (TIMED.contains(owner + " " + text(in, at, method + 1) + " " + text(in, at, method + 3))) {
                        in.putShort(at[i] + 1, (short) count);
                    }
                }
            }
            in.putShort(8, (short) (count + 2));
            byte[] name = Clock.class.getName().getBytes(StandardCharsets.UTF_8);
            byte[] more = ByteBuffer.allocate(6 + name.length).put((byte) 7).putShort((short) (count + 1)).put((byte) 1).putShort((short) name.length).put(name).array();
            var out = new ByteArrayOutputStream();
            out.write(code, 0, end);
            out.writeBytes(more);
            out.write(code, end, code.length - end);
            return out.toByteArray();
        }

        /** The text of the constant whose number stands there. */
        private static String text(ByteBuffer in, int[] at, int place) {
            int start = at[in.getShort(place) & 0xffff] + 1;
            return new String(in.array(), start + 2, in.getShort(start) & 0xffff, StandardCharsets.UTF_8);
        }
    }

    /** What runs the libraries, and is loaded with them. */
    public static final class Runs {
        /** Its delays pass at once. */
        private static final class Soon extends ScheduledThreadPoolExecutor {
            Soon() {
                super(1);
            }

            @Override
            public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
                Clock.skip(unit.toNanos(delay));
                return super.schedule(task, 0, unit);
            }
        }

        private static final reactor.core.scheduler.Scheduler SOON = reactor.core.scheduler.Schedulers.fromExecutorService(new Soon());

        public static void main(String[] args) throws Exception {
            var exported = Class.forName("RetryPolicies").getMethod("policy");
            int runs = Integer.parseInt(args[1]);
            int most = Integer.parseInt(args[2]);
            long took = Math.round(Double.parseDouble(args[3]) * 1e9);
            List<List<Double>> all = new ArrayList<>();
            for (int run = 0; run < runs; run++) {
                List<Double> delays = new ArrayList<>();
                long[] ended = {-1};
                try {
                    drive(exported.invoke(null), () -> {
                        if (ended[0] >= 0) {
                            delays.add((Clock.nanoTime() - ended[0]) / 1e9);
                        }
                        Clock.skip(took);
                        ended[0] = Clock.nanoTime();
                        if (delays.size() < most) {
                            throw new IllegalStateException("failed");
                        }
                        return "";
                    });
                } catch (Exception e) {
                    for (Throwable cause = e; !(cause instanceof IllegalStateException); cause = cause.getCause()) {
                        if (cause == null) {
                            throw e; // it has not given up
                        }
                    }
                }
                all.add(delays);
            }
            System.out.println(all);
        }

        private static void drive(Object policy, Callable<String> attempt) throws Exception {
            if (policy instanceof io.github.resilience4j.retry.RetryConfig config) {
                io.github.resilience4j.retry.Retry.of("service", config).executeCallable(attempt);
            } else if (policy instanceof org.springframework.core.retry.RetryPolicy retries) {
                new org.springframework.core.retry.RetryTemplate(retries).execute(attempt::call);
            } else if (policy instanceof dev.failsafe.RetryPolicy<?> retries) {
                dev.failsafe.Failsafe.with((dev.failsafe.RetryPolicy<Object>) retries).get(attempt::call);
            } else if (policy instanceof reactor.util.retry.RetryBackoffSpec retries) {
                reactor.core.publisher.Mono.fromCallable(attempt).retryWhen(retries.scheduler(SOON)).block();
            } else {
                throw new IllegalArgumentException(String.valueOf(policy));
            }
        }
    }
}
