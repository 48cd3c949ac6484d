import com.cloudhopper.commons.charset.Charset;
import com.cloudhopper.commons.charset.CharsetUtil;
import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicInteger;

/** What the SMSCs in Java have in common: the lines that `peer.ts` describes. */
final class Lines {
  private Lines() {}

  /** How a number is treated; the fields are those of a `plan` line. */
  record Plan(AtomicInteger accepts, AtomicInteger refusals, int status, AtomicInteger holds, String responseId,
      String receiptId, String carrier, String state) {
    static Plan usual() {
      return of("plan", "", "0", "0", "0", "0", "dec", "dec", "native", "DELIVRD");
    }

    static Plan of(String... words) {
      return new Plan(counter(words[2]), counter(words[3]), Integer.parseInt(words[4]), counter(words[5]), words[6],
          words[7], words[8], words[9]);
    }

    private static AtomicInteger counter(String digits) {
      return new AtomicInteger(Integer.parseInt(digits));
    }

    boolean refusesNext() {
      return accepts.getAndDecrement() <= 0 && refusals.getAndDecrement() > 0;
    }

    boolean holdsNext() {
      return holds.getAndDecrement() > 0;
    }
  }

  /** A message that was accepted. */
  record Accepted(String from, String to, int number, Plan plan) {
    String receiptId() {
      return written(number, plan.receiptId());
    }

    String responseId() {
      return written(number, plan.responseId());
    }
  }

  static synchronized void say(String... fields) {
    System.out.println(String.join("\t", fields));
    System.out.flush();
  }

  /** Reports a submit before it is answered. */
  static void saySubmit(Accepted message, String part, String text, boolean isOwed) {
    String encoded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    say("submit", message.to, message.from, part, encoded, Integer.toString(message.number), isOwed ? "1" : "0");
  }

  static void sayReceipt(Accepted message, int status) {
    say("receipt", message.to, Integer.toString(status), Integer.toString(message.number));
  }

  static String decoded(int dataCoding, byte[] octets) {
    Charset charset = switch (dataCoding) {
      case 3 -> CharsetUtil.CHARSET_ISO_8859_1;
      case 8 -> CharsetUtil.CHARSET_UCS_2;
      default -> CharsetUtil.CHARSET_GSM;
    };
    return CharsetUtil.decode(octets, charset);
  }

  /** Number and count of a part, by the first element of its user data header: of a reference of 8 bits, or of 16. */
  static String partOf(byte[] octets) {
    int count = octets[1] == 8 ? 5 : 4;
    return (octets[count + 1] & 0xff) + "/" + (octets[count] & 0xff);
  }

  private static String written(int number, String form) {
    return switch (form) {
      case "hex" -> Integer.toHexString(number);
      case "HEX" -> Integer.toHexString(number).toUpperCase();
      case "padded" -> String.format("%010d", number);
      default -> Integer.toString(number);
    };
  }

  /** The text of a receipt with seconds in its times, and its state in lower case. */
  static String receiptWithSeconds(Accepted message) {
    String time = new SimpleDateFormat("yyMMddHHmmss").format(new Date());
    return String.format("id:%s sub:1 dlvrd:1 submit date:%s done date:%s stat:%s err:069 text:", message.receiptId(),
        time, time, message.plan.state().toLowerCase());
  }
}
