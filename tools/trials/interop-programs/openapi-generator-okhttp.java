import com.google.gson.reflect.TypeToken;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.CallbacksApi;
import org.openapitools.client.api.HistoryApi;
import org.openapitools.client.api.MessagesApi;
import org.openapitools.client.model.CallbackRegistration;
import org.openapitools.client.model.MessageHistoryRequest;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.SchedulingRequest;
import org.openapitools.client.model.StatusEvent;

/** The round trip of `npm run trials -- interop`, by the client that OpenAPI Generator wrote for Java with OkHttp and Gson. */
final class Main {
  public static void main(String[] arguments) throws Exception {
    RoundTrip.run(arguments[0], Main::take);
  }

  private static Map<String, Object> take(RoundTrip.Step step) throws Exception {
    var client = new ApiClient().setBasePath(step.url());
    client.setApiKey("demo-key");
    return switch (step.operation()) {
      case "schedule" -> schedule(new MessagesApi(client), step.body());
      case "setCallback" -> setCallback(new CallbacksApi(client), step.body());
      case "history" -> history(new HistoryApi(client), step.body());
      default -> decode(step.body());
    };
  }

  private static Map<String, Object> schedule(MessagesApi messages, String body) throws Exception {
    try {
      var answer = messages.scheduleMessageWithHttpInfo(SchedulingRequest.fromJson(body));
      return Map.of("status", answer.getStatusCode(), "requestId", answer.getData().getRequestId());
    } catch (ApiException failure) {
      if (failure.getResponseBody() == null) throw failure;
      var problem = Problem.fromJson(failure.getResponseBody());
      return Map.of("status", failure.getCode(), "title", problem.getTitle());
    }
  }

  private static Map<String, Object> setCallback(CallbacksApi callbacks, String body) throws Exception {
    var answer = callbacks.setCallbackWithHttpInfo(CallbackRegistration.fromJson(body));
    return Map.of("status", answer.getStatusCode());
  }

  private static Map<String, Object> history(HistoryApi history, String body) throws Exception {
    var answer = history.listMessagesWithHttpInfo(MessageHistoryRequest.fromJson(body));
    return Map.of("status", answer.getStatusCode(), "entries", answer.getData().getContent().size());
  }

  /** Decodes the callback, and says what the model writes of it. */
  private static Map<String, Object> decode(String body) throws Exception {
    var written = StatusEvent.fromJson(body).toJson();
    return JSON.deserialize(written, new TypeToken<Map<String, Object>>() {}.getType());
  }
}
