import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.Map;

/** What the programs of `npm run trials -- interop` for Java have in common. */
final class RoundTrip {
  /** A line of the file with the steps. */
  record Step(String name, String operation, String url, String body) {}

  /** What a program saw of a step, by the generated client. */
  interface Program {
    Map<String, Object> take(Step step) throws Exception;
  }

  private static final ObjectMapper json =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** Takes each step of the file, and prints what the program saw. */
  static void run(String file, Program program) throws Exception {
    for (Step step : json.readValue(new File(file), Step[].class)) {
      Map<String, Object> line = Map.of("step", step.name(), "saw", see(step, program));
      System.out.println(json.writeValueAsString(line));
    }
  }

  private static Map<String, Object> see(Step step, Program program) {
    try {
      return program.take(step);
    } catch (Exception failure) {
      return Map.of("failed", failure.toString());
    }
  }

  private RoundTrip() {}
}
