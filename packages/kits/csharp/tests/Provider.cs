using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

/// <summary>What came.</summary>
internal sealed class Request
{
    public string Path { get; set; }
    public string Body { get; set; }
}

/// <summary>Does to each attempt what it is told, byte by byte.</summary>
internal sealed class Provider : IDisposable
{
    private readonly int port;
    private TcpListener listener;
    private volatile Action<Request, Stream> behaviour;

    public ConcurrentQueue<Request> Requests { get; } = new ConcurrentQueue<Request>();

    public string Url => $"http://127.0.0.1:{port}";

    /// <param name="behaviour">What is done to a connection whose request has been read; null: it is refused.</param>
    public Provider(Action<Request, Stream> behaviour = null)
    {
        listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        port = ((IPEndPoint)listener.LocalEndpoint).Port;
        Accept(listener);
        Meets(behaviour);
    }

    /// <summary>What the next attempt meets.</summary>
    public void Meets(Action<Request, Stream> next)
    {
        behaviour = next;
        if (next == null)
        {
            Dispose();
        }
        else if (listener == null)
        {
            listener = new TcpListener(IPAddress.Loopback, port);
            listener.Server.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
            listener.Start();
            Accept(listener);
        }
    }

    private void Accept(TcpListener own) => Start(() =>
    {
        while (true)
        {
            // .NET Core 3.1 does not stop a listener while a thread waits in AcceptTcpClient.
            var connection = own.AcceptTcpClientAsync().GetAwaiter().GetResult();
            Start(() => Take(connection));
        }
    });

    private static void Start(Action run)
    {
        var thread = new Thread(() =>
        {
            try
            {
                run();
            }
            catch (Exception closed) when (
                closed is IOException || closed is SocketException || closed is ObjectDisposedException || closed is InvalidOperationException)
            {
                // By the client, or by Dispose.
            }
        });
        thread.IsBackground = true;
        thread.Start();
    }

    private void Take(TcpClient connection)
    {
        using (connection)
        {
            var stream = connection.GetStream();
            var head = "";
            while (!head.EndsWith("\r\n\r\n", StringComparison.Ordinal))
            {
                var one = stream.ReadByte();
                if (one < 0) return;
                head += (char)one;
            }
            var length = int.Parse(Regex.Match(head, @"content-length: (\d+)", RegexOptions.IgnoreCase).Groups[1].Value);
            // Mono asks whether it may go on.
            if (head.IndexOf("100-continue", StringComparison.OrdinalIgnoreCase) >= 0) Write(stream, "HTTP/1.1 100 Continue\r\n\r\n");
            var body = new byte[length];
            for (var read = 0; read < length;)
            {
                var count = stream.Read(body, read, length - read);
                if (count == 0) return;
                read += count;
            }
            var request = new Request { Path = head.Split(' ')[1], Body = Encoding.UTF8.GetString(body) };
            Requests.Enqueue(request);
            behaviour(request, stream);
        }
    }

    public static void Write(Stream stream, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        stream.Write(bytes, 0, bytes.Length);
        stream.Flush();
    }

    public static void UntilItCloses(Stream stream)
    {
        while (stream.ReadByte() >= 0)
        {
            // The client sends no more.
        }
    }

    /// <summary>Answers all requests alike.</summary>
    public static Provider Answering(int status, string body, params string[] headers) =>
        new Provider((request, stream) => Write(stream, Answer(status, body, headers)));

    public static string Answer(int status, string body, IEnumerable<string> headers)
    {
        var lines = new List<string> { $"HTTP/1.1 {status} X", "connection: close" };
        if (status != 204 && status != 304) lines.Add($"content-length: {Encoding.UTF8.GetByteCount(body)}");
        return string.Join("\r\n", lines.Concat(headers)) + "\r\n\r\n" + body;
    }

    public void Dispose()
    {
        listener?.Stop();
        listener = null;
    }
}
