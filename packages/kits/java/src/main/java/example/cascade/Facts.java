package example.cascade;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the catalogue of the contract says of a code or a reason.
 *
 * @param name the listed spelling
 * @param names all spellings on the wire
 * @param page below the address of the documentation
 * @param status 0 for a reason
 * @param fix null for a reason
 * @param retry after-fix, after-setup (of the account), later, used-before (never with this id) or never
 */
public record Facts(
    @JsonProperty("name") String name,
    @JsonProperty("names") List<String> names,
    @JsonProperty("page") String page,
    @JsonProperty("status") int status,
    @JsonProperty("cause") String cause,
    @JsonProperty("fix") String fix,
    @JsonProperty("retry") String retry,
    @JsonProperty("advice") String advice) {

  private record Catalogue(
      @JsonProperty("problems") List<Facts> problems,
      @JsonProperty("reasons") List<Facts> reasons) {}

  private static final Catalogue CATALOGUE = read();
  private static final Map<String, Facts> PROBLEMS = bySpelling(CATALOGUE.problems());
  private static final Map<String, Facts> REASONS = bySpelling(CATALOGUE.reasons());

  /** Null if the code is not listed. */
  static Facts ofProblem(String title) {
    return PROBLEMS.get(title);
  }

  /** Null if the reason is not listed. */
  static Facts ofReason(String error) {
    return REASONS.get(error);
  }

  private static Catalogue read() {
    try (var file = Facts.class.getResourceAsStream("catalogue.json")) {
      return new ObjectMapper().readValue(file, Catalogue.class);
    } catch (IOException broken) { // it is part of the program
      throw new UncheckedIOException(broken);
    }
  }

  private static Map<String, Facts> bySpelling(List<Facts> all) {
    Map<String, Facts> found = new HashMap<>();
    for (Facts facts : all) facts.names().forEach(name -> found.put(name, facts));
    return Map.copyOf(found);
  }
}
