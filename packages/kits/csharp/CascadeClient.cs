using System;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Runtime.Serialization;
using System.Threading;
using System.Threading.Tasks;

namespace Cascade
{
    /// <summary>A scheduling request (§2.1).</summary>
    /// <typeparam name="TContent">A data contract with smsContent, chatoneContent and chattwoContent.</typeparam>
    [DataContract]
    public sealed class Message<TContent>
    {
        /// <summary>A call makes one if it is null.</summary>
        [DataMember(Name = "requestId")] public string RequestId { get; set; }
        [DataMember(Name = "cascadeId")] public int CascadeId { get; set; }
        [DataMember(Name = "subscriberFilter")] public SubscriberFilter SubscriberFilter { get; set; }
        [DataMember(Name = "content")] public TContent Content { get; set; }
    }

    [DataContract]
    public sealed class SubscriberFilter
    {
        [DataMember(Name = "address")] public string Address { get; set; }
        [DataMember(Name = "type")] public string Type { get; set; } = "PHONE";
    }

    /// <summary>How a message was scheduled.</summary>
    public sealed class Scheduled
    {
        public string RequestId { get; internal set; }

        /// <summary>An earlier attempt of this call was accepted, although its answer was lost.</summary>
        public bool Replayed { get; internal set; }
        public int Attempts { get; internal set; }
    }

    /// <summary>Schedules messages; one client serves all threads.</summary>
    /// <remarks>However many attempts a call takes, it schedules one message at most (§2.1, §4.1).</remarks>
    public sealed class CascadeClient
    {
        private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);
        private static readonly HttpClient Shared = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
        {
            Timeout = System.Threading.Timeout.InfiniteTimeSpan,
        };

        private readonly string url;
        private readonly string key;
        private readonly HttpClient http;

        /// <summary>Of a call, the first included.</summary>
        public int Attempts { get; set; } = 3;

        /// <summary>Of an attempt.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>This provider keeps the ids of accepted requests only (ADR-0007).</summary>
        public bool UsedIdMeansAccepted { get; set; }

        public CascadeClient(string baseUrl, string apiKey, HttpClient http = null)
        {
            url = baseUrl.TrimEnd('/') + "/api/cascade/schedule";
            key = apiKey;
            this.http = http ?? Shared;
        }

        /// <summary>Schedules a message.</summary>
        /// <exception cref="CascadeException">It is not scheduled for certain.</exception>
        public async Task<Scheduled> ScheduleAsync<TContent>(
            Message<TContent> message, CancellationToken cancellation = default(CancellationToken))
        {
            var id = message.RequestId ?? Guid.NewGuid().ToString();
            var body = Json.Write(new Message<TContent>
            {
                RequestId = id,
                CascadeId = message.CascadeId,
                SubscriberFilter = message.SubscriberFilter,
                Content = message.Content,
            });
            var isOpen = false;
            for (var attempt = 1; ; attempt++)
            {
                var ended = await AttemptAsync(id, body, cancellation).ConfigureAwait(false);
                if (ended.Failure == null) return new Scheduled { RequestId = id, Attempts = attempt };
                isOpen = isOpen || ended.MayBeAccepted;
                if (isOpen && UsedIdMeansAccepted && IsUsed(ended.Failure))
                    return new Scheduled { RequestId = id, Replayed = true, Attempts = attempt };
                var wait = Max(Backoff(attempt), ended.Asked);
                if (attempt >= Attempts || !ended.IsTransient || wait > LongestWait)
                    throw isOpen ? new UnknownOutcomeException(ended.Failure) : ended.Failure;
                await Task.Delay(wait, cancellation).ConfigureAwait(false);
            }
        }

        private static bool IsUsed(CascadeException failure) =>
            failure is RefusedException refused && refused.Code == ProblemCode.RequestIdIsNotUnique;

        private static TimeSpan Backoff(int attempt)
        {
            var most = Math.Min(LongestWait.TotalMilliseconds, 250 * Math.Pow(2, attempt - 1));
            return TimeSpan.FromMilliseconds(most * (0.5 + (Guid.NewGuid().GetHashCode() & 0xFFFF) / 131072.0));
        }

        private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;

        private async Task<Ended> AttemptAsync(string id, byte[] body, CancellationToken cancellation)
        {
            using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
            using (var request = new HttpRequestMessage(HttpMethod.Post, url))
            {
                limit.CancelAfter(Timeout);
                request.Headers.Add("x-api-key", key);
                request.Content = new ByteArrayContent(body);
                request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
                try
                {
                    using (var answer = await http.SendAsync(request, limit.Token).ConfigureAwait(false))
                        return answer.IsSuccessStatusCode
                            ? new Ended() // scheduled, whatever the body has (ADR-0001)
                            : await RefusedAsync(id, answer).ConfigureAwait(false);
                }
                catch (Exception error) when (IsLost(error) && !cancellation.IsCancellationRequested)
                {
                    var failure = new NotSentException(id, error);
                    return new Ended { Failure = failure, IsTransient = true, MayBeAccepted = !NeverConnected(error) };
                }
            }
        }

        private static bool IsLost(Exception error) =>
            error is HttpRequestException || error is OperationCanceledException || error is IOException;

        private static bool NeverConnected(Exception error) =>
            error.GetBaseException() is SocketException socket &&
            (socket.SocketErrorCode == SocketError.ConnectionRefused || socket.SocketErrorCode == SocketError.HostNotFound);

        private static async Task<Ended> RefusedAsync(string id, HttpResponseMessage answer)
        {
            var status = (int)answer.StatusCode;
            var isFault = status >= 500 || status == 408;
            return new Ended
            {
                Failure = await FailureAsync(id, status, answer.Content).ConfigureAwait(false),
                IsTransient = isFault || status == 429,
                MayBeAccepted = isFault,
                Asked = answer.Headers.RetryAfter?.Delta ?? TimeSpan.Zero,
            };
        }

        private static async Task<CascadeException> FailureAsync(string id, int status, HttpContent content)
        {
            try
            {
                using (var body = await content.ReadAsStreamAsync().ConfigureAwait(false))
                {
                    var problem = Json.Read<Problem>(body);
                    if (!string.IsNullOrEmpty(problem?.Title)) return new RefusedException(id, status, problem);
                }
            }
            catch (SerializationException) { } // a page, or something else
            return new UnreadableException(id, status);
        }

        /// <summary>How an attempt ended.</summary>
        private sealed class Ended
        {
            /// <summary>Null if the message is scheduled.</summary>
            public CascadeException Failure { get; set; }

            /// <summary>Another attempt may succeed.</summary>
            public bool IsTransient { get; set; }

            /// <summary>A gateway may have lost the answer, and the provider may fail after its commit.</summary>
            public bool MayBeAccepted { get; set; }

            /// <summary>How long the provider wants us to wait.</summary>
            public TimeSpan Asked { get; set; }
        }
    }
}
