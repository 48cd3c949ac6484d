import api.StatusEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.File;
import java.util.HashMap;
import java.util.Map;

/** The callbacks of `npm run trials -- interop`, with the classes that Modelina generated. */
class Main {
    private static final ObjectMapper json = JsonMapper.builder().addModule(new JavaTimeModule()).build();

    public static void main(String[] arguments) throws Exception {
        for (JsonNode step : json.readTree(new File(arguments[0]))) {
            Map<String, Object> line = Map.of("step", step.get("name").asText(), "saw", read(step.get("body").asText()));
            System.out.println(json.writeValueAsString(line));
        }
    }

    private static Map<String, Object> read(String body) {
        Map<String, Object> saw = new HashMap<>();
        try {
            StatusEvent event = json.readValue(body, StatusEvent.class);
            saw.put("requestId", event.getRequestId());
            saw.put("status", event.getStatus());
            saw.put("error", event.getError());
        } catch (Exception error) {
            saw.put("failed", error.toString());
        }
        return saw;
    }
}
