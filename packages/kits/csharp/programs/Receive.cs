using System;
using System.IO;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Cascade;

/// <summary>Receives callbacks at /status of PORT, signed with CASCADE_SECRETS, and handles each once.</summary>
internal static class Receive
{
    private static readonly SemaphoreSlim AtOnce = new SemaphoreSlim(16);

    /// <summary>A test program replaces it.</summary>
    internal static Func<StatusEvent, Task> Handler { get; set; } = HandleAsync;

    internal static void Main()
    {
        // Two secrets are current while one is replaced.
        var secrets = (Environment.GetEnvironmentVariable("CASCADE_SECRETS") ?? "").Split(' ');
        // Ids are in memory; for several replicas: new Receiver(secrets, new DbIds(() => new NpgsqlConnection(settings)))
        var receiver = new Receiver(secrets) { Log = Console.Error.WriteLine };
        var listener = new HttpListener();
        listener.Prefixes.Add($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT") ?? "8080"}/status/");
        listener.Start();
        while (true)
        {
            var context = listener.GetContext();
            AtOnce.Wait();
            Task.Run(() => AnswerAsync(receiver, context));
        }
    }

    private static async Task AnswerAsync(Receiver receiver, HttpListenerContext context)
    {
        try
        {
            var request = context.Request;
            var headers = new WebHeaderCollection();
            foreach (var name in request.Headers.AllKeys) headers[name] = request.Headers[name];
            // One byte more than the receiver takes shows it that there is more.
            var body = await ReadAsync(request.InputStream, receiver.LongestBody + 1);
            context.Response.StatusCode = await receiver.ReceiveAsync(request.HttpMethod, headers, body, Handler);
            context.Response.Close();
        }
        catch (Exception gone) when (gone is IOException || gone is HttpListenerException || gone is ObjectDisposedException)
        {
            Console.Error.WriteLine($"a sender has hung up: {gone.Message}");
        }
        finally
        {
            AtOnce.Release();
        }
    }

    /// <summary>Store the event and return: the provider waits some seconds only.</summary>
    private static Task HandleAsync(StatusEvent read) =>
        Console.Out.WriteLineAsync($"{read.RequestId} {read.Status} {read.Error}");

    private static async Task<byte[]> ReadAsync(Stream stream, int most)
    {
        var read = new byte[most];
        var length = 0;
        while (length < most)
        {
            var count = await stream.ReadAsync(read, length, most - length);
            if (count == 0) break;
            length += count;
        }
        Array.Resize(ref read, length);
        return read;
    }
}
