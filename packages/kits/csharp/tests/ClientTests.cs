using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Cascade;

/// <summary>What is never sent, where a call goes, how long it takes, and what errors say.</summary>
internal static class ClientTests
{
    private const string Limited = "{\"title\":\"too-many-requests\"}";

    public static void Run()
    {
        foreach (var url in new[] { "127.0.0.1:1", "ftp://a", "https://", "http://u:secret@a", "http://a?b", "http://a b", "http://a\n" })
            Check.Test($"the address {url}", () => Refuses(url, "k", "baseUrl"));
        foreach (var key in new[] { "", " ", "k\n", "k\r\nx: y", "kľúč" })
            Check.Test($"the key {key}", () => Refuses("http://a", key, "apiKey"));
        Check.Test("settings that no call can have", Settings);
        Check.Test("a message that is not JSON", NotJson);
        Check.Test("cancelled before the call", CancelledBefore);
        Check.Test("cancelled under way", CancelledUnderWay);
        Check.Test("cancelled while it waits", CancelledInWait);
        Check.Test("an attempt that was given up is not sent later", GivenUp);
        foreach (var status in new[] { 301, 302, 303, 307, 308 }) Check.Test($"{status} to another host", () => NotFollowed(status));
        foreach (var head in new[] { "HTTP/1.1 500 X\r\ncontent-length: 999\r\n\r\n", "HTTP/1.1 500 X\r\nx: " })
            Check.Test("an answer that drips ends with its attempt", () => Drips(head));
        Check.Test("a refusal whose body breaks off is a refusal", Torn);
        Check.Test("Retry-After is a number or a date", RetryAfter);
        Check.Test("an error says code, detail, status and request", Says);
        Check.Test("the log has each attempt and neither key nor number", Logs);
        Check.Test("the cascades are listed", Cascades);
        Check.Test("a callback is registered, and a made secret is returned", Registers);
        Check.Test("the history has the entries of the request only", History);
    }

    private static CascadeClient ClientOf(Provider provider, int attempts = 2) =>
        new CascadeClient(provider.Url, "k") { Attempts = attempts, Timeout = TimeSpan.FromMinutes(1), Log = text => { } };

    private static Scheduled Send(CascadeClient client, CancellationToken cancellation = default(CancellationToken)) =>
        client.ScheduleAsync(Calls.MessageOf(), cancellation).GetAwaiter().GetResult();

    private static TException Fails<TException>(CascadeClient client)
        where TException : Exception => Check.Throws<TException>(() => Send(client));

    private static void Refuses(string url, string key, string name)
    {
        var error = Check.Throws<ArgumentException>(() => new CascadeClient(url, key));
        Check.Same(name, error.ParamName);
        Check.Has("expected", error.Message);
        Check.HasNot("secret", error.Message);
    }

    private static void Settings()
    {
        var client = new CascadeClient("http://a", "k");
        Check.Throws<ArgumentException>(() => client.Attempts = 0);
        Check.Throws<ArgumentException>(() => client.Timeout = TimeSpan.Zero);
        Check.Throws<ArgumentException>(() => new CascadeClient("http://a", "k", new HttpClientHandler()));
        Check.Throws<ArgumentException>(() => new CascadeClient("http://a", "k", new Outer { InnerHandler = new HttpClientHandler() }));
        new CascadeClient("http://a", "k", new Outer { InnerHandler = new HttpClientHandler { AllowAutoRedirect = false } });
    }

    private sealed class Outer : DelegatingHandler { }

    private static void NotJson()
    {
        using (var provider = Provider.Answering(200, "{}"))
        {
            var message = new Message<Action> { CascadeId = 2002, Content = () => { } };
            var error = Check.Throws<NotSentException>(() => ClientOf(provider).ScheduleAsync(message).GetAwaiter().GetResult());
            Check.HasNot("may be scheduled", error.Message);
            Check.Same(0, provider.Requests.Count);
        }
    }

    private static void CancelledBefore()
    {
        var heedless = new Heedless();
        var client = new CascadeClient("http://a", "k", heedless) { Log = text => { } };
        Check.Throws<OperationCanceledException>(() => Send(client, new CancellationToken(true)));
        Check.Same(0, heedless.Sent);
        Send(client);
        Check.Same(1, heedless.Sent);
    }

    /// <summary>Heeds no cancellation.</summary>
    private sealed class Heedless : HttpMessageHandler
    {
        public int Sent { get; private set; }

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellation)
        {
            Sent++;
            return Task.FromResult(new HttpResponseMessage(HttpStatusCode.OK) { Content = new StringContent("{}") });
        }
    }

    private static void CancelledUnderWay()
    {
        using (var source = new CancellationTokenSource())
        using (var provider = new Provider((request, stream) =>
        {
            source.Cancel();
            Provider.UntilItCloses(stream);
        }))
        {
            var error = Check.Throws<UnknownOutcomeException>(() => Send(ClientOf(provider), source.Token));
            Check.Same(true, error.InnerException is NoAnswerException, error.ToString());
            Check.Same(1, provider.Requests.Count);
        }
    }

    private static void CancelledInWait()
    {
        using (var source = new CancellationTokenSource())
        using (var provider = Provider.Answering(429, Limited, "retry-after: 20"))
        {
            var client = ClientOf(provider);
            client.Log = text => source.Cancel();
            Check.Throws<RefusedException>(() => Send(client, source.Token));
            Check.Same(1, provider.Requests.Count);
        }
    }

    private static void GivenUp()
    {
        var content = new WatchedContent(new byte[] { 1 });
        Check.Same(true, content.GiveUp());
        Check.Throws<Exception>(() => content.CopyToAsync(new MemoryStream()).GetAwaiter().GetResult());
        var sent = new WatchedContent(new byte[] { 1 });
        sent.CopyToAsync(Stream.Null).GetAwaiter().GetResult();
        Check.Same(false, sent.GiveUp());
        sent.CopyToAsync(Stream.Null).GetAwaiter().GetResult(); // as after a proxy has asked who it is
    }

    private static void NotFollowed(int status)
    {
        using (var other = Provider.Answering(200, "{}"))
        using (var provider = Provider.Answering(status, "", $"location: {other.Url}/login?token=abc"))
        {
            var error = Fails<UnreadableException>(ClientOf(provider));
            Check.Same(status, error.Status);
            Check.Same($"{other.Url}/login?token=abc", error.Location);
            Check.Has($"/login and is not followed (status {status}", error.Message);
            Check.HasNot("token", error.Message);
            Check.Same(0, other.Requests.Count);
        }
    }

    private static void Drips(string head)
    {
        using (var provider = new Provider((request, stream) =>
        {
            Provider.Write(stream, head);
            while (true) // until the client has closed
            {
                Provider.Write(stream, " ");
                Thread.Sleep(20);
            }
        }))
        {
            var client = ClientOf(provider, 1);
            client.Timeout = TimeSpan.FromMilliseconds(500);
            var watch = Stopwatch.StartNew();
            Fails<UnknownOutcomeException>(client);
            Check.Same(true, watch.Elapsed < TimeSpan.FromSeconds(20), "in time");
        }
    }

    private static void Torn()
    {
        using (var provider = new Provider((request, stream) => Provider.Write(stream, "HTTP/1.1 400 X\r\ncontent-length: 9\r\n\r\n{")))
        {
            var error = Fails<UnreadableException>(ClientOf(provider));
            Check.Same(400, error.Status);
            Check.Same(true, error.InnerException != null);
        }
    }

    private static int AttemptsAfter(string retryAfter)
    {
        using (var provider = Provider.Answering(429, Limited, $"retry-after: {retryAfter}"))
        {
            Fails<RefusedException>(ClientOf(provider));
            return provider.Requests.Count;
        }
    }

    private static void RetryAfter()
    {
        Check.Same(1, AttemptsAfter("31"));
        Check.Same(1, AttemptsAfter(DateTimeOffset.UtcNow.AddHours(1).ToString("r")));
        foreach (var odd in new[] { "soon", "-1", "Sat, 21 Nov 2020 12:00:00 GMT" }) Check.Same(2, AttemptsAfter(odd), odd);
        var watch = Stopwatch.StartNew();
        Check.Same(2, AttemptsAfter(DateTimeOffset.UtcNow.AddSeconds(3).ToString("r")));
        Check.Same(true, watch.Elapsed > TimeSpan.FromSeconds(1), "it waits");
    }

    private static void Says()
    {
        using (var provider = Provider.Answering(400, "{\"title\":\"matched-template-not-found\",\"detail\":\"/cascadeId: must be integer\"}"))
        {
            var error = Fails<RefusedException>(ClientOf(provider));
            Check.Has("matched-template-not-found: /cascadeId: must be integer. ", error.Message);
            Check.Has($" (status 400, request {error.RequestId})", error.Message);
        }
        using (var provider = Provider.Answering(400, "{\"title\":\"a\",\"detail\":\"b\"}"))
            Check.Has("a: b (status 400", Fails<RefusedException>(ClientOf(provider)).Message);
        using (var provider = Provider.Answering(400, "{\"title\":\"a\",\"detail\":\"\\\"{\",\"a b\":1}"))
            Check.Same("\"{", Fails<RefusedException>(ClientOf(provider)).Detail);
        using (var provider = Provider.Answering(500, "{\"title\":\"system-error\"}"))
        {
            var unknown = Fails<UnknownOutcomeException>(ClientOf(provider, 1));
            Check.Same(ProblemCode.SystemError, ((RefusedException)unknown.InnerException).Code);
            Check.Same(1, Regex.Matches(unknown.Message, unknown.RequestId).Count, unknown.Message);
        }
    }

    private static void Logs()
    {
        using (var provider = Provider.Answering(400, "{\"title\":\"out-of-balance\"}"))
        {
            var said = new List<string>();
            Fails<RefusedException>(new CascadeClient(provider.Url, "secret-key") { Log = said.Add });
            Check.Same(true, Regex.IsMatch(said.Single(), "^cascade: /api/cascade/schedule of [0-9a-f-]{36}, attempt 1: status 400$"), said.Single());
        }
    }

    private static void Cascades()
    {
        using (var provider = Provider.Answering(200, "[{\"id\":2002,\"new\":1,\"stages\":[{\"uuid\":\"u\",\"subject\":{\"type\":\"SMS\"}}]}]"))
        {
            Check.Same("SMS", ClientOf(provider).CascadesAsync().Result.Single().Stages.Single().Sender.Type);
            Check.Same("{}", provider.Requests.Single().Body);
        }
        foreach (var odd in new[] { "<html>", "null" })
            using (var provider = Provider.Answering(200, odd))
                Check.Throws<UnreadableException>(() => ClientOf(provider).CascadesAsync().GetAwaiter().GetResult());
        using (var provider = new Provider((request, stream) => { }))
        {
            var error = Check.Throws<NoAnswerException>(() => ClientOf(provider).CascadesAsync().GetAwaiter().GetResult());
            Check.HasNot("scheduled", error.Message);
        }
    }

    private static void Registers()
    {
        var sent = new Registration { Url = "https://shop.example/status", SubjectId = 2 };
        using (var provider = Provider.Answering(200, "{\"secret\":\"whsec_made\"}"))
        {
            var made = ClientOf(provider).SetCallbackAsync(sent).Result;
            Check.Same("https://shop.example/status 2 whsec_made", $"{made.Url} {made.SubjectId} {made.Secret}");
            Check.HasNot("secret", provider.Requests.Single().Body);
            Check.Has("\"statusCallbackUrl\":", provider.Requests.Single().Body);
        }
        sent.Secret = "whsec_own";
        using (var provider = Provider.Answering(204, "")) Check.Same(null, ClientOf(provider).SetCallbackAsync(sent).Result.Secret);
    }

    private static void History()
    {
        const string Page = "{\"hasNext\":false,\"content\":[{\"messageId\":1,\"requestId\":\"A\",\"deliveryStatus\":\"SENT\"},{\"requestId\":\"b\"}]}";
        using (var provider = Provider.Answering(200, Page))
            Check.Same("SENT", ClientOf(provider).HistoryAsync("a").Result.Single().Status);
        using (var provider = Provider.Answering(200, "{}")) Check.Same(0, ClientOf(provider).HistoryAsync("a").Result.Count);
        using (var provider = Provider.Answering(404, "{\"title\":\"not-found\"}"))
        {
            var error = Check.Throws<RefusedException>(() => ClientOf(provider).HistoryAsync("a").GetAwaiter().GetResult());
            Check.Has("(status 404)", error.Message);
        }
    }
}
