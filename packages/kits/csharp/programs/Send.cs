using System;
using System.Globalization;
using System.Linq;
using System.Runtime.Serialization;
using System.Threading.Tasks;
using Cascade;

/// <summary>Schedules one SMS, and explains a refusal. Arguments: address, text, request id; none is needed.</summary>
internal static class Send
{
    // Mono's compiler knows no Main that is async.
    private static int Main(string[] arguments) => SendAsync(arguments).GetAwaiter().GetResult();

    private static async Task<int> SendAsync(string[] arguments)
    {
        var message = new Message<Content>
        {
            RequestId = arguments.ElementAtOrDefault(2), // if it is null, the call makes one
            CascadeId = int.Parse(Variable("CASCADE_ID", "2002")),
            SubscriberFilter = new SubscriberFilter { Address = arguments.ElementAtOrDefault(0) ?? "+12025550100" },
            Content = new Content { Sms = new Text { Words = arguments.ElementAtOrDefault(1) ?? "Code 4821" } },
        };
        var seconds = double.Parse(Variable("CASCADE_TIMEOUT", "10"), CultureInfo.InvariantCulture); // of an attempt
        var cascade = new CascadeClient(
            Variable("CASCADE_URL", "http://127.0.0.1:4010"), Variable("CASCADE_API_KEY", "demo-key"))
        {
            Timeout = TimeSpan.FromSeconds(seconds),
        };
        try
        {
            Console.WriteLine($"scheduled {(await cascade.ScheduleAsync(message)).RequestId}");
            return 0;
        }
        catch (UnknownOutcomeException unknown)
        {
            Console.WriteLine($"unknown: {unknown.Message}; ask the history, or send it again with the request id {unknown.RequestId}");
            return 2;
        }
        catch (CascadeException failure)
        {
            Console.WriteLine($"not scheduled: {failure.Message}");
            return 1;
        }
    }

    private static string Variable(string name, string otherwise) =>
        Environment.GetEnvironmentVariable(name) ?? otherwise;

    [DataContract]
    private sealed class Content
    {
        [DataMember(Name = "smsContent")] public Text Sms { get; set; }
    }

    [DataContract]
    private sealed class Text
    {
        [DataMember(Name = "contentType")] public string Type { get; set; } = "TEXT";
        [DataMember(Name = "text")] public string Words { get; set; }
    }
}
