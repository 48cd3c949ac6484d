using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Cascade
{
    /// <summary>Calls the service; one client serves all threads.</summary>
    /// <remarks>However many attempts a call takes, it schedules one message at most (§2.1, §4.1).</remarks>
    public sealed class CascadeClient
    {
        private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);
        private static readonly HttpMessageHandler Shared = new HttpClientHandler { AllowAutoRedirect = false };

        private readonly string url;
        private readonly string key;
        private readonly Transport transport;
        private int attempts = 3;
        private TimeSpan timeout = TimeSpan.FromSeconds(10);

        /// <summary>Of a call, the first included; 3 if it is not set.</summary>
        public int Attempts
        {
            get => attempts;
            set => attempts = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(Attempts), "expected a number above 0");
        }

        /// <summary>Of an attempt; 10 seconds if it is not set. The cancellation token limits the whole call.</summary>
        public TimeSpan Timeout
        {
            get => timeout;
            set => timeout = value > TimeSpan.Zero ? value : throw new ArgumentOutOfRangeException(nameof(Timeout), "expected more than 0");
        }

        /// <summary>This provider keeps the ids of accepted requests only (ADR-0007).</summary>
        public bool UsedIdMeansAccepted { get; set; }

        /// <summary>Gets each attempt. It goes to the listeners of Trace if it is not set.</summary>
        public Action<string> Log { get; set; } = text => Trace.TraceInformation(text);

        /// <param name="baseUrl">http(s)://host/path</param>
        /// <param name="apiKey">That of the account.</param>
        /// <param name="http">Follows no redirect: it would hand the key to another host, and post a second time.</param>
        /// <exception cref="ArgumentException">An argument is wrong.</exception>
        public CascadeClient(string baseUrl, string apiKey, HttpMessageHandler http = null)
            : this(baseUrl, apiKey, Transports.Over(new HttpMessageInvoker(http ?? Shared, false)))
        {
            if (Follows(http)) throw new ArgumentException("expected a handler that follows no redirect: AllowAutoRedirect = false", nameof(http));
        }

        internal CascadeClient(string baseUrl, string apiKey, Transport transport)
        {
            if (!Regex.IsMatch(baseUrl, @"^https?://[^/?#@\s]+(/[^?#\s]*)?\z") || !Uri.TryCreate(baseUrl, UriKind.Absolute, out _))
                throw new ArgumentException("expected http(s)://host/path without credentials, query or fragment", nameof(baseUrl));
            if (!Regex.IsMatch(apiKey, @"^[!-~]([ -~]*[!-~])?\z"))
                throw new ArgumentException("expected the key of the account, visible ASCII without a line end", nameof(apiKey));
            url = baseUrl.TrimEnd('/');
            key = apiKey;
            this.transport = transport;
        }

        private static bool Follows(HttpMessageHandler http)
        {
            while (http is DelegatingHandler outer) http = outer.InnerHandler;
            return true.Equals(http?.GetType().GetProperty("AllowAutoRedirect")?.GetValue(http));
        }

        /// <summary>Schedules a message.</summary>
        /// <exception cref="CascadeException">It is not scheduled for certain.</exception>
        /// <exception cref="OperationCanceledException">It was cancelled, and no attempt can have scheduled it.</exception>
        public async Task<Scheduled> ScheduleAsync<TContent>(
            Message<TContent> message, CancellationToken cancellation = default(CancellationToken))
        {
            var isNew = message.RequestId == null;
            var id = message.RequestId ?? Guid.NewGuid().ToString();
            var body = BytesOf(message.WithRequestId(id), id);
            var end = await CallAsync("/api/cascade/schedule", id, body, one => Accepts(one, id), cancellation).ConfigureAwait(false);
            if (end.Failure == null) return new Scheduled { RequestId = id, Attempts = end.Attempts };
            var isUsed = end.Failure is RefusedException refused && refused.Code == ProblemCode.RequestIdIsNotUnique;
            if (isUsed && end.IsOpen && UsedIdMeansAccepted)
                return new Scheduled { RequestId = id, Replayed = true, Attempts = end.Attempts };
            // An earlier call may have scheduled an id of the caller.
            if (end.IsOpen || (isUsed && !isNew)) throw new UnknownOutcomeException(end.Failure);
            if (end.Failure is NotSentException) cancellation.ThrowIfCancellationRequested();
            throw end.Failure;
        }

        /// <summary>The cascades of the account (§4.2, ADR-0013).</summary>
        public Task<List<Template>> CascadesAsync(CancellationToken cancellation = default(CancellationToken)) =>
            AskAsync("/api/cascade/get-all", new Registration(), new List<Template>(), cancellation);

        /// <summary>Registers the address of the status callbacks (ADR-0014).</summary>
        /// <returns>With a secret, if the provider made one.</returns>
        public async Task<Registration> SetCallbackAsync(
            Registration registration, CancellationToken cancellation = default(CancellationToken))
        {
            var read = await AskAsync("/api/callback/set", registration, new Registration(), cancellation).ConfigureAwait(false);
            read.Url = read.Url ?? registration.Url;
            read.SubjectId = read.SubjectId ?? registration.SubjectId;
            return read;
        }

        /// <summary>What became of a request (ADR-0035), the latest stage first.</summary>
        /// <remarks>An empty list proves nothing while an attempt may be under way.</remarks>
        public async Task<List<Entry>> HistoryAsync(
            string requestId, CancellationToken cancellation = default(CancellationToken))
        {
            var filter = new Dictionary<string, string> { ["requestId"] = requestId };
            var page = await AskAsync("/api/messages/history", filter, new HistoryPage(), cancellation).ConfigureAwait(false);
            // A provider that does not know the filter returns the messages of other requests.
            var entries = page.Content ?? new List<Entry>();
            return entries.Where(one => string.Equals(one.RequestId, requestId, StringComparison.OrdinalIgnoreCase)).ToList();
        }

        /// <summary>Calls an operation that may be repeated freely; an empty body is read as <paramref name="empty"/>.</summary>
        private async Task<T> AskAsync<T>(string path, object body, T empty, CancellationToken cancellation)
            where T : class
        {
            var end = await CallAsync(path, null, Json.Write(body), one => true, cancellation).ConfigureAwait(false);
            if (end.Failure != null && end.Answer.Status == 0) cancellation.ThrowIfCancellationRequested();
            if (end.Failure != null) throw end.Failure;
            if (string.IsNullOrWhiteSpace(end.Answer.Text)) return empty;
            try
            {
                var read = Json.Parse(end.Answer.Body) == null ? null : Json.Read<T>(new MemoryStream(end.Answer.Body));
                return read ?? throw new SerializationException("the body is not of the operation");
            }
            catch (SerializationException odd)
            {
                throw UnreadableOf(null, end.Answer, odd);
            }
        }

        /// <summary>How a call ended.</summary>
        private sealed class Ended
        {
            public Answer Answer { get; set; }

            /// <summary>Of the last attempt; null if it succeeded.</summary>
            public CascadeException Failure { get; set; }
            public int Attempts { get; set; }

            /// <summary>An attempt may have been accepted although its answer does not say so.</summary>
            public bool IsOpen { get; set; }
        }

        private async Task<Ended> CallAsync(
            string path, string id, byte[] body, Func<Answer, bool> accepts, CancellationToken cancellation)
        {
            cancellation.ThrowIfCancellationRequested();
            var isOpen = false;
            for (var attempt = 1; ; attempt++)
            {
                var answer = await AttemptAsync(path, body, cancellation).ConfigureAwait(false);
                Log($"cascade: {path} of {id}, attempt {attempt}: {answer.Summary}");
                if (IsSuccess(answer) && accepts(answer)) return new Ended { Answer = answer, Attempts = attempt, IsOpen = isOpen };
                isOpen |= MayBeAccepted(answer);
                var wait = WaitAfter(answer, attempt);
                var mayGoOn = attempt < Attempts && IsTransient(answer) && wait <= LongestWait;
                if (!mayGoOn || !await SleepAsync(wait, cancellation).ConfigureAwait(false))
                    return new Ended { Answer = answer, Failure = FailureOf(id, answer), Attempts = attempt, IsOpen = isOpen };
            }
        }

        private async Task<Answer> AttemptAsync(string path, byte[] body, CancellationToken cancellation)
        {
            using (var request = new HttpRequestMessage(HttpMethod.Post, url + path))
            {
                request.Headers.Add("x-api-key", key);
                request.Headers.Add("accept-encoding", "identity");
                return await transport(request, body, Timeout, cancellation).ConfigureAwait(false);
            }
        }

        /// <summary>Whether it was not cancelled meanwhile.</summary>
        private static async Task<bool> SleepAsync(TimeSpan wait, CancellationToken cancellation)
        {
            try
            {
                await Task.Delay(wait, cancellation).ConfigureAwait(false);
                return true;
            }
            catch (OperationCanceledException)
            {
                return false;
            }
        }

        private static byte[] BytesOf(object value, string id)
        {
            try
            {
                return Json.Write(value);
            }
            catch (Exception odd) when (odd is SerializationException || odd is InvalidDataContractException)
            {
                throw new NotSentException(id, odd);
            }
        }

        private static bool IsSuccess(Answer answer) => answer.Status / 100 == 2 && answer.Failure == null;

        /// <summary>Whether nothing in the body of a success contradicts it (ADR-0001), as a page, a problem or another echo does.</summary>
        private static bool Accepts(Answer answer, string id)
        {
            if (string.IsNullOrWhiteSpace(answer.Text)) return true;
            var body = Json.Parse(answer.Body);
            if (body == null || !body.IsObject) return false;
            var echo = body.Any("requestId");
            if (body.Text("title") != null && (echo == null || body.Number("status") > 399)) return false;
            return echo == null || string.Equals(echo, id, StringComparison.OrdinalIgnoreCase);
        }

        private static bool IsFault(int status) => status >= 500 || status == 408;

        /// <summary>A gateway may have lost or replaced the answer, and the provider may fail after its commit.</summary>
        private static bool MayBeAccepted(Answer answer) =>
            answer.Status == 0 ? answer.IsSent : answer.Status / 100 == 2 || IsFault(answer.Status);

        /// <summary>Whether another attempt may succeed.</summary>
        private static bool IsTransient(Answer answer) =>
            answer.Status == 0 || answer.Status / 100 == 2 || answer.Status == 429 || IsFault(answer.Status);

        private static CascadeException FailureOf(string id, Answer answer)
        {
            if (answer.Status == 0)
                return answer.IsSent ? new NoAnswerException(id, answer.Failure) : (CascadeException)new NotSentException(id, answer.Failure);
            var problem = answer.Status / 100 == 2 ? null : Json.Parse(answer.Body);
            var title = problem?.IsObject == true ? problem.Text("title") : null;
            return title == null
                ? UnreadableOf(id, answer, answer.Failure)
                : (CascadeException)new RefusedException(id, answer.Status, title, problem.Text("detail"));
        }

        private static UnreadableException UnreadableOf(string id, Answer answer, Exception inner) =>
            new UnreadableException(id, answer.Status, answer.Location, answer.Text, inner);

        /// <summary>What Retry-After asks for, a number of seconds or a date (RFC 9110 §10.2.3); else a little.</summary>
        private static TimeSpan WaitAfter(Answer answer, int attempt)
        {
            var most = Math.Min(LongestWait.TotalMilliseconds, 250 * Math.Pow(2, attempt - 1));
            var backoff = TimeSpan.FromMilliseconds(most * (0.5 + (Guid.NewGuid().GetHashCode() & 0xFFFF) / 131072.0));
            var asked = answer.RetryAfter?.Delta ?? answer.RetryAfter?.Date - DateTimeOffset.UtcNow ?? TimeSpan.Zero;
            return asked > backoff ? asked : backoff;
        }
    }
}
