import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CallbacksApi;
import org.openapitools.client.api.HistoryApi;
import org.openapitools.client.api.MessagesApi;
import org.openapitools.client.model.CallbackRegistration;
import org.openapitools.client.model.MessageHistoryRequest;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.SchedulingRequest;
import org.openapitools.client.model.StatusEvent;

/** The round trip of `npm run trials -- interop`, by the client that OpenAPI Generator wrote for Java's own HTTP client. */
final class Main {
  private static final ObjectMapper json = ApiClient.createDefaultObjectMapper();

  public static void main(String[] arguments) throws Exception {
    RoundTrip.run(arguments[0], Main::take);
  }

  private static Map<String, Object> take(RoundTrip.Step step) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(step.url());
    client.setRequestInterceptor(request -> request.header("x-api-key", "demo-key"));
    return switch (step.operation()) {
      case "schedule" -> schedule(new MessagesApi(client), step.body());
      case "setCallback" -> setCallback(new CallbacksApi(client), step.body());
      case "history" -> history(new HistoryApi(client), step.body());
      default -> decode(step.body());
    };
  }

  private static Map<String, Object> schedule(MessagesApi messages, String body) throws Exception {
    try {
      var answer = messages.scheduleMessageWithHttpInfo(json.readValue(body, SchedulingRequest.class));
      return Map.of("status", answer.getStatusCode(), "requestId", answer.getData().getRequestId());
    } catch (ApiException failure) {
      if (failure.getResponseBody() == null) throw failure;
      var problem = json.readValue(failure.getResponseBody(), Problem.class);
      return Map.of("status", failure.getCode(), "title", problem.getTitle());
    }
  }

  private static Map<String, Object> setCallback(CallbacksApi callbacks, String body) throws Exception {
    var answer = callbacks.setCallbackWithHttpInfo(json.readValue(body, CallbackRegistration.class));
    return Map.of("status", answer.getStatusCode());
  }

  private static Map<String, Object> history(HistoryApi history, String body) throws Exception {
    var answer = history.listMessagesWithHttpInfo(json.readValue(body, MessageHistoryRequest.class));
    return Map.of("status", answer.getStatusCode(), "entries", answer.getData().getContent().size());
  }

  /** Decodes the callback, and says what the model writes of it. */
  private static Map<String, Object> decode(String body) throws Exception {
    var event = json.readValue(body, StatusEvent.class);
    return json.readValue(json.writeValueAsString(event), new TypeReference<Map<String, Object>>() {});
  }
}
