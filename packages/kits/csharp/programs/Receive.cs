using System;
using System.IO;
using System.Net;
using Cascade;

/// <summary>Receives callbacks at /status of PORT, signed with CASCADE_SECRETS, and handles each once.</summary>
internal static class Receive
{
    private static void Main()
    {
        // Two secrets are current while one is replaced.
        var receiver = new Receiver((Environment.GetEnvironmentVariable("CASCADE_SECRETS") ?? "").Split(' '));
        var listener = new HttpListener();
        listener.Prefixes.Add($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT") ?? "8080"}/status/");
        listener.Start();
        while (true)
        {
            var context = listener.GetContext();
            using (context.Response) context.Response.StatusCode = Answer(receiver, context.Request);
        }
    }

    private static int Answer(Receiver receiver, HttpListenerRequest request)
    {
        // An address can be registered only if it answers HEAD with 200 (ADR-0014).
        if (request.HttpMethod != "POST") return 200;
        var headers = new WebHeaderCollection();
        foreach (var name in request.Headers.AllKeys) headers[name] = request.Headers[name];
        var body = new MemoryStream();
        request.InputStream.CopyTo(body);
        try
        {
            // Store the event and return: the provider waits some seconds only.
            return receiver.Receive(
                headers, body.ToArray(), read => Console.WriteLine($"{read.RequestId} {read.Status} {read.Error}"));
        }
        catch (IOException)
        {
            return 500;
        }
    }
}
