using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Cascade
{
    /// <summary>How an attempt ended.</summary>
    internal sealed class Answer
    {
        /// <summary>0 without an answer.</summary>
        public int Status { get; set; }
        public RetryConditionHeaderValue RetryAfter { get; set; }
        public string Location { get; set; }
        public byte[] Body { get; set; } = new byte[0];

        /// <summary>Why the answer is absent or torn; null if it is whole.</summary>
        public Exception Failure { get; set; }

        /// <summary>A part of the body may have been sent.</summary>
        public bool IsSent { get; set; }

        public string Text => Encoding.UTF8.GetString(Body);

        public string Summary
        {
            get
            {
                var said = Status == 0 ? "no answer" : $"status {Status}";
                return Failure == null ? said : $"{said}, {Failure.GetType().Name}";
            }
        }
    }

    /// <summary>One request and its answer, within a time that covers all of it.</summary>
    internal delegate Task<Answer> Transport(
        HttpRequestMessage request, byte[] body, TimeSpan limit, CancellationToken cancellation);

    /// <summary>The body of an attempt, which knows whether anything of it was sent.</summary>
    /// <remarks>The client asks for it once it is connected. An attempt that was given up sends nothing any more.</remarks>
    internal sealed class WatchedContent : HttpContent
    {
        private const int NotYet = 0, Sent = 1, Never = 2;
        private readonly byte[] body;
        private int state = NotYet;

        public WatchedContent(byte[] body)
        {
            this.body = body;
            Headers.ContentType = new MediaTypeHeaderValue("application/json");
        }

        /// <summary>Whether nothing was sent; then nothing will be.</summary>
        public bool GiveUp() => Interlocked.CompareExchange(ref state, Never, NotYet) != Sent;

        protected override Task SerializeToStreamAsync(Stream stream, TransportContext context)
        {
            if (Interlocked.CompareExchange(ref state, Sent, NotYet) == Never)
                throw new OperationCanceledException("the attempt was given up");
            return stream.WriteAsync(body, 0, body.Length);
        }

        protected override bool TryComputeLength(out long length)
        {
            length = body.Length;
            return true;
        }
    }

    internal static class Transports
    {
        /// <summary>A page of the history has about 4 MiB at most (ADR-0035).</summary>
        private const int LongestAnswer = 8 << 20;

        public static Transport Over(HttpMessageInvoker http) => async (request, body, limit, cancellation) =>
        {
            var answer = new Answer();
            using (var content = new WatchedContent(body))
            using (var time = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
            {
                request.Content = content;
                time.CancelAfter(limit);
                try
                {
                    await ExchangeAsync(http, request, answer, time.Token).ConfigureAwait(false);
                }
                catch (Exception failure) when (!(failure is OutOfMemoryException)) // handlers throw many kinds
                {
                    var isLate = time.IsCancellationRequested && !cancellation.IsCancellationRequested;
                    answer.Failure = isLate ? new TimeoutException($"no answer within {limit}", failure) : failure;
                }
                answer.IsSent = answer.Status != 0 || !content.GiveUp();
                return answer;
            }
        };

        private static async Task ExchangeAsync(
            HttpMessageInvoker http, HttpRequestMessage request, Answer answer, CancellationToken cancellation)
        {
            using (var response = await http.SendAsync(request, cancellation).ConfigureAwait(false))
            using (cancellation.Register(response.Dispose)) // on some platforms, a read does not heed the token
            {
                ReadHead(response, answer);
                using (var stream = await response.Content.ReadAsStreamAsync().ConfigureAwait(false))
                    answer.Body = await ReadAsync(stream, cancellation).ConfigureAwait(false);
            }
        }

        private static void ReadHead(HttpResponseMessage response, Answer answer)
        {
            answer.Status = (int)response.StatusCode;
            answer.RetryAfter = response.Headers.RetryAfter;
            answer.Location = response.Headers.TryGetValues("location", out var places) ? places.First() : null;
        }

        private static async Task<byte[]> ReadAsync(Stream stream, CancellationToken cancellation)
        {
            var read = new MemoryStream();
            var buffer = new byte[16384];
            while (read.Length < LongestAnswer)
            {
                var count = await stream.ReadAsync(buffer, 0, buffer.Length, cancellation).ConfigureAwait(false);
                if (count == 0) break;
                read.Write(buffer, 0, count);
            }
            return read.ToArray();
        }
    }
}
