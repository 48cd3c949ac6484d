using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Net;
using System.Text;
using System.Threading.Tasks;
using StandardWebhooks;
using StandardWebhooks.Exceptions;

namespace Cascade
{
    /// <summary>Why a callback is not handled, and with which status it is answered.</summary>
    public sealed class RefusalException : Exception
    {
        public int Status { get; }

        internal RefusalException(int status, string why, Exception inner = null) : base(why, inner)
        {
            Status = status;
        }
    }

    /// <summary>Receives callbacks (§6): verified, parsed, and each handled once. It serves all threads.</summary>
    public sealed class Receiver
    {
        private const int LongestId = 255;
        private const int ShortestKey = 24;
        private readonly Webhook[] webhooks;
        private readonly IIds ids;

        /// <summary>When the claim of an id expires: your handler takes less. A minute if it is not set.</summary>
        public TimeSpan ClaimFor { get; set; } = TimeSpan.FromMinutes(1);

        /// <summary>Of a callback in bytes; 65,536 if it is not set.</summary>
        public int LongestBody { get; set; } = 65536;

        /// <summary>Gets why a callback is refused or failed. It goes to the listeners of Trace if it is not set.</summary>
        public Action<string> Log { get; set; } = text => Trace.TraceWarning(text);

        /// <param name="secrets">Two are current while one is replaced.</param>
        /// <param name="ids">In memory if it is null.</param>
        /// <exception cref="ArgumentException">The secrets would refuse every callback, or are easy to guess.</exception>
        public Receiver(IEnumerable<string> secrets, IIds ids = null)
        {
            webhooks = secrets.Select(WebhookOf).ToArray();
            if (webhooks.Length == 0)
                throw new ArgumentException("secrets: expected at least one; is its environment variable set?");
            this.ids = ids ?? new RecentIds();
        }

        /// <summary>The message has the place of the secret, and never the secret.</summary>
        private static Webhook WebhookOf(string secret, int place)
        {
            try
            {
                var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret.Substring(6) : secret);
                if (key.Length >= ShortestKey) return new Webhook(key);
            }
            catch (FormatException) { } // the next line says what is expected
            throw new ArgumentException($"secrets[{place}]: expected whsec_ and the base64 of at least 24 bytes (ADR-0057)");
        }

        /// <summary>The event of a callback.</summary>
        /// <param name="headers">By names in any case.</param>
        /// <param name="body">The bytes as they were received, for they are signed.</param>
        /// <exception cref="RefusalException">It is not from the provider, or no event.</exception>
        public StatusEvent Read(WebHeaderCollection headers, byte[] body)
        {
            if (body.Length > LongestBody) throw new RefusalException(413, $"the body has more than {LongestBody} bytes");
            Verify(headers, Encoding.UTF8.GetString(body));
            if (headers["webhook-id"].Length > LongestId)
                throw new RefusalException(400, $"webhook-id has more than {LongestId} characters");
            try
            {
                return StatusEvent.Of(body);
            }
            catch (FormatException odd)
            {
                throw new RefusalException(400, odd.Message, odd);
            }
        }

        private void Verify(WebHeaderCollection headers, string body)
        {
            if (!(headers["webhook-timestamp"] ?? "").All(char.IsDigit))
                throw new RefusalException(401, "webhook-timestamp is not a number");
            Exception why = null;
            foreach (var webhook in webhooks)
                try
                {
                    webhook.Verify(body, headers);
                    return;
                }
                catch (WebhookVerificationException invalid)
                {
                    why = invalid;
                }
            throw new RefusalException(401, why.Message, why);
        }

        /// <summary>Handles a callback once; returns the status to answer with.</summary>
        /// <remarks>
        /// <paramref name="handle"/> stores the event and returns: the provider waits some seconds, then sends it again
        /// (ADR-0018). If it throws, the answer is 500, and the event is handled when it comes again.
        /// </remarks>
        public async Task<int> ReceiveAsync(
            string method, WebHeaderCollection headers, byte[] body, Func<StatusEvent, Task> handle)
        {
            // An address is registered only if it answers HEAD with 200 (ADR-0014).
            if (method == "GET" || method == "HEAD") return 200;
            if (method != "POST") return 405;
            try
            {
                var read = Read(headers, body);
                return await OnceAsync(headers["webhook-id"], read, handle).ConfigureAwait(false);
            }
            catch (RefusalException refusal)
            {
                Log($"cascade: a callback is answered {refusal.Status}: {refusal.Message}");
                return refusal.Status;
            }
        }

        /// <summary>The same with a handler that is not async.</summary>
        public int Receive(string method, WebHeaderCollection headers, byte[] body, Action<StatusEvent> handle)
        {
            Func<StatusEvent, Task> run = read =>
            {
                handle(read);
                return Task.CompletedTask;
            };
            return ReceiveAsync(method, headers, body, run).GetAwaiter().GetResult();
        }

        private async Task<int> OnceAsync(string id, StatusEvent read, Func<StatusEvent, Task> handle)
        {
            var owner = Guid.NewGuid().ToString();
            try
            {
                var claim = await ids.ClaimAsync(id, owner, ClaimFor).ConfigureAwait(false);
                if (claim != Claim.New) return claim == Claim.Seen ? 200 : 409;
            }
            catch (Exception away)
            {
                return Failed(503, id, "its id cannot be claimed", away);
            }
            try
            {
                await handle(read).ConfigureAwait(false);
            }
            catch (Exception failure)
            {
                await TryAsync(id, () => ids.ReleaseAsync(id, owner)).ConfigureAwait(false); // if it fails, the claim expires
                return Failed(500, id, "its handler failed", failure);
            }
            await TryAsync(id, () => ids.CommitAsync(id, owner)).ConfigureAwait(false); // if it fails, the event is handled all the same
            return 200;
        }

        private async Task TryAsync(string id, Func<Task> end)
        {
            try
            {
                await end().ConfigureAwait(false);
            }
            catch (Exception away)
            {
                Failed(0, id, "its id cannot be kept up to date", away);
            }
        }

        private int Failed(int status, string id, string why, Exception failure)
        {
            Log($"cascade: callback {id}: {why}: {failure}");
            return status;
        }
    }
}
