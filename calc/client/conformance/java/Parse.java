import com.sun.source.util.JavacTask;
import java.io.File;
import java.util.Arrays;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Parses files of Java without the libraries that they import, and prints what is wrong. */
final class Parse {
    public static void main(String[] args) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var found = new DiagnosticCollector<JavaFileObject>();
        var files = compiler.getStandardFileManager(found, null, null);
        var list = files.getJavaFileObjectsFromFiles(Arrays.stream(args).map(File::new).toList());
        ((JavacTask) compiler.getTask(null, files, found, null, null, list)).parse();
        found.getDiagnostics().forEach(System.err::println);
        System.exit(found.getDiagnostics().isEmpty() ? 0 : 1);
    }
}
