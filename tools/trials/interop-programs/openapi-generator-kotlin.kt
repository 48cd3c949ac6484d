import com.squareup.moshi.adapter
import java.io.File
import org.openapitools.client.apis.CallbacksApi
import org.openapitools.client.apis.HistoryApi
import org.openapitools.client.apis.MessagesApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ApiResponse
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.infrastructure.Success
import org.openapitools.client.models.CallbackRegistration
import org.openapitools.client.models.MessageHistoryRequest
import org.openapitools.client.models.Problem
import org.openapitools.client.models.SchedulingRequest
import org.openapitools.client.models.StatusEvent

/** The round trip of `npm run trials -- interop`, by the client that OpenAPI Generator wrote for Kotlin. */
fun main(arguments: Array<String>) {
    ApiClient.apiKey["x-api-key"] = "demo-key"
    for (step in decoded<List<Step>>(File(arguments[0]).readText())) {
        val saw = runCatching { take(step) }.getOrElse { mapOf("failed" to it.toString()) }
        println(encoded(mapOf("step" to step.name, "saw" to saw)))
    }
}

data class Step(val name: String, val operation: String, val url: String, val body: String)

private fun take(step: Step): Map<String, Any?> = when (step.operation) {
    "schedule" -> schedule(step)
    "setCallback" -> mapOf("status" to CallbacksApi(step.url).setCallbackWithHttpInfo(decoded(step.body)).statusCode)
    "history" -> history(step)
    // Decodes the callback, and says what the model writes of it.
    else -> decoded(encoded(decoded<StatusEvent>(step.body)))
}

private fun schedule(step: Step): Map<String, Any?> {
    val answer = MessagesApi(step.url).scheduleMessageWithHttpInfo(decoded<SchedulingRequest>(step.body))
    return when (answer) {
        is Success -> mapOf("status" to answer.statusCode, "requestId" to answer.data?.requestId)
        is ClientError<*> -> mapOf("status" to answer.statusCode, "title" to decoded<Problem>(answer.body as String).title)
        else -> mapOf("status" to answer.statusCode)
    }
}

private fun history(step: Step): Map<String, Any?> {
    val answer = HistoryApi(step.url).listMessagesWithHttpInfo(decoded<MessageHistoryRequest>(step.body))
    return mapOf("status" to answer.statusCode, "entries" to (answer as? Success)?.data?.content?.size)
}

@OptIn(ExperimentalStdlibApi::class)
private inline fun <reified T> decoded(json: String): T =
    checkNotNull(Serializer.moshi.adapter<T>().fromJson(json))

@OptIn(ExperimentalStdlibApi::class)
private inline fun <reified T> encoded(value: T): String = Serializer.moshi.adapter<T>().toJson(value)
