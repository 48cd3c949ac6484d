import com.cloudhopper.commons.charset.CharsetUtil;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.bean.*;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.extra.SessionState;
import org.jsmpp.session.*;
import org.jsmpp.session.connection.socket.SSLServerSocketConnectionFactory;
import org.jsmpp.session.connection.socket.ServerSocketConnectionFactory;
import org.jsmpp.util.DeliveryReceiptState;
import org.jsmpp.util.MessageId;

/**
 * An SMSC on jSMPP: `Smsc <port> <tcp or tls>`. `peer.ts` describes the lines on its input and its output. With TLS
 * the key is in the key store that the properties of Java name.
 */
public final class Smsc implements ServerMessageReceiverListener, ServerResponseDeliveryListener {
  /** How a number is treated; the fields are those of a `plan` line. */
  private record Plan(AtomicInteger accepts, AtomicInteger refusals, int status, AtomicInteger holds,
      String responseId, String receiptId, String carrier, String state) {}

  /** A message that was accepted. */
  private record Accepted(String from, String to, int number, Plan plan) {}

  private static final Plan USUAL =
      new Plan(new AtomicInteger(), new AtomicInteger(), 0, new AtomicInteger(), "dec", "dec", "native", "DELIVRD");

  private final Map<String, Plan> plans = new ConcurrentHashMap<>();
  private final Map<String, Accepted> accepted = new ConcurrentHashMap<>();
  private final Set<SMPPServerSession> bound = ConcurrentHashMap.newKeySet();
  private final AtomicInteger lastNumber = new AtomicInteger(0xABC00);
  private final ScheduledExecutorService later = Executors.newScheduledThreadPool(4);
  private volatile CountDownLatch held = new CountDownLatch(1);
  private volatile boolean bindsRefused;

  public static void main(String[] arguments) throws Exception {
    Smsc smsc = new Smsc();
    boolean tls = arguments[1].equals("tls");
    SMPPServerSessionListener listener = new SMPPServerSessionListener(Integer.parseInt(arguments[0]),
        tls ? new SSLServerSocketConnectionFactory() : new ServerSocketConnectionFactory());
    listener.setPduProcessorDegree(40);
    Thread accepting = new Thread(() -> smsc.accept(listener));
    accepting.setDaemon(true);
    accepting.start();
    say("ready");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) smsc.obey(line.split("\t"));
    System.exit(0);
  }

  private static synchronized void say(String... fields) {
    System.out.println(String.join("\t", fields));
    System.out.flush();
  }

  private void accept(SMPPServerSessionListener listener) {
    while (true) {
      try {
        SMPPServerSession session = listener.accept();
        later.execute(() -> bind(session));
      } catch (Exception error) {
        say("error", error.toString());
      }
    }
  }

  private void bind(SMPPServerSession session) {
    try {
      session.setMessageReceiverListener(this);
      session.setResponseDeliveryListener(this);
      session.addSessionStateListener((state, before, which) -> {
        if (state == SessionState.CLOSED) bound.remove(session);
      });
      BindRequest request = session.waitForBind(5000);
      int refusal = bindsRefused ? 0x0d
          : !request.getSystemId().equals("cascade") ? 0x0f : !request.getPassword().equals("secret") ? 0x0e : 0;
      if (refusal != 0) {
        say("bind-refused", Integer.toString(refusal));
        request.reject(refusal);
        return;
      }
      bound.add(session);
      request.accept("jsmpp", InterfaceVersion.IF_34);
      say("bind", request.getSystemId());
    } catch (Exception error) {
      say("error", error.toString());
    }
  }

  private void obey(String[] words) {
    switch (words[0]) {
      case "plan" -> plans.put(words[1], new Plan(counter(words[2]), counter(words[3]), Integer.parseInt(words[4]),
          counter(words[5]), words[6], words[7], words[8], words[9]));
      case "cut" -> {
        for (SMPPServerSession session : bound) session.close();
        held.countDown();
        held = new CountDownLatch(1);
      }
      case "unbind" -> {
        for (SMPPServerSession session : bound) later.execute(session::unbindAndClose);
      }
      case "binds" -> bindsRefused = words[1].equals("refuse");
      default -> say("error", "unknown command " + words[0]);
    }
  }

  private static AtomicInteger counter(String digits) {
    return new AtomicInteger(Integer.parseInt(digits));
  }

  @Override
  public SubmitSmResult onAcceptSubmitSm(SubmitSm submit, SMPPServerSession session) throws ProcessRequestException {
    Plan plan = plans.getOrDefault(submit.getDestAddress(), USUAL);
    if (plan.accepts.getAndDecrement() <= 0 && plan.refusals.getAndDecrement() > 0) {
      say("refused", submit.getDestAddress());
      throw new ProcessRequestException("refused", plan.status);
    }
    report(submit);
    if (plan.holds.getAndDecrement() > 0) {
      await(held);
      throw new ProcessRequestException("cut", 8);
    }
    Accepted message =
        new Accepted(submit.getSourceAddr(), submit.getDestAddress(), lastNumber.incrementAndGet(), plan);
    String id = written(message.number, plan.responseId);
    if (submit.getRegisteredDelivery() != 0 && !plan.carrier.equals("none")) {
      if (plan.carrier.equals("early")) {
        later.execute(() -> tellReceipt(message, 50));
        await(new CountDownLatch(1), 200);
      } else {
        accepted.put(id, message);
      }
    }
    try {
      return new SubmitSmResult(new MessageId(id), new OptionalParameter[0]);
    } catch (Exception error) {
      throw new ProcessRequestException(error.toString(), 8);
    }
  }

  private static void await(CountDownLatch latch, long... milliseconds) {
    try {
      if (milliseconds.length == 0) latch.await();
      else latch.await(milliseconds[0], TimeUnit.MILLISECONDS);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  private static void report(SubmitSm submit) {
    OptionalParameter.Message_payload payload = submit.getOptionalParameter(OptionalParameter.Message_payload.class);
    byte[] octets = payload == null ? submit.getShortMessage() : payload.getValue();
    int skipped = submit.isUdhi() ? octets[0] + 1 : 0;
    String part = submit.isUdhi() ? octets[5] + "/" + octets[4] : "1/1";
    byte[] coded = java.util.Arrays.copyOfRange(octets, skipped, octets.length);
    String text = submit.getDataCoding() == 8 ? new String(coded, StandardCharsets.UTF_16BE)
        : CharsetUtil.decode(coded, CharsetUtil.CHARSET_GSM);
    String encoded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    say("submit", submit.getDestAddress(), submit.getSourceAddr(), part, encoded);
  }

  private static String written(int number, String form) {
    return switch (form) {
      case "hex" -> Integer.toHexString(number);
      case "HEX" -> Integer.toHexString(number).toUpperCase();
      case "padded" -> String.format("%010d", number);
      default -> Integer.toString(number);
    };
  }

  @Override
  public void onSubmitSmRespSent(SubmitSmResult result, SMPPServerSession session) {
    Accepted message = accepted.remove(result.getMessageId());
    if (message != null) later.execute(() -> tellReceipt(message, 50));
  }

  private void tellReceipt(Accepted message, int tries) {
    String id = written(message.number, message.plan.receiptId);
    DeliveryReceiptState state = DeliveryReceiptState.getByName(message.plan.state);
    boolean parameters = message.plan.carrier.equals("tlv");
    OptionalParameter[] optional = parameters
        ? new OptionalParameter[] {new OptionalParameter.Receipted_message_id(id),
            new OptionalParameter.Message_state((byte) (state == DeliveryReceiptState.DELIVRD ? 2 : 5))}
        : new OptionalParameter[0];
    try {
      SMPPServerSession session = bound.iterator().next();
      session.deliverShortMessage("", TypeOfNumber.INTERNATIONAL, NumberingPlanIndicator.ISDN, message.to,
          TypeOfNumber.ALPHANUMERIC, NumberingPlanIndicator.UNKNOWN, message.from,
          new ESMClass(MessageMode.DEFAULT, MessageType.SMSC_DEL_RECEIPT, GSMSpecificFeature.DEFAULT), (byte) 0,
          (byte) 0, new RegisteredDelivery(0), DataCodings.ZERO,
          parameters ? new byte[0] : textOf(id, state, message.plan.carrier).getBytes(StandardCharsets.ISO_8859_1),
          optional);
      say("receipt", message.to, "0");
    } catch (NegativeResponseException refusal) {
      say("receipt", message.to, Integer.toString(refusal.getCommandStatus()));
      again(message, tries);
    } catch (Exception error) {
      again(message, tries);
    }
  }

  private void again(Accepted message, int tries) {
    if (tries > 0) later.schedule(() -> tellReceipt(message, tries - 1), 200, TimeUnit.MILLISECONDS);
  }

  private static String textOf(String id, DeliveryReceiptState state, String carrier) {
    Date now = new Date();
    if (!carrier.equals("seconds")) return new DeliveryReceipt(id, 1, 1, now, now, state, "069", "Code").toString();
    String time = new SimpleDateFormat("yyMMddHHmmss").format(now);
    return String.format("id:%s sub:1 dlvrd:1 submit date:%s done date:%s stat:%s err:069 text:", id, time, time,
        state.name().toLowerCase());
  }

  @Override
  public QuerySmResult onAcceptQuerySm(QuerySm query, SMPPServerSession session) throws ProcessRequestException {
    say("query", query.getMessageId());
    throw new ProcessRequestException("no such message", 0x67);
  }

  @Override
  public void onSubmitSmRespError(SubmitSmResult result, Exception error, SMPPServerSession session) {
    accepted.remove(result.getMessageId());
  }

  @Override
  public void onSubmitMultiRespSent(SubmitMultiResult result, SMPPServerSession session) {}

  @Override
  public void onSubmitMultiRespError(SubmitMultiResult result, Exception error, SMPPServerSession session) {}

  @Override
  public SubmitMultiResult onAcceptSubmitMulti(SubmitMulti m, SMPPServerSession s) throws ProcessRequestException {
    throw new ProcessRequestException("unused", 3);
  }

  @Override
  public void onAcceptReplaceSm(ReplaceSm m, SMPPServerSession s) throws ProcessRequestException {
    throw new ProcessRequestException("unused", 3);
  }

  @Override
  public void onAcceptCancelSm(CancelSm m, SMPPServerSession s) throws ProcessRequestException {
    throw new ProcessRequestException("unused", 3);
  }

  @Override
  public BroadcastSmResult onAcceptBroadcastSm(BroadcastSm m, SMPPServerSession s) throws ProcessRequestException {
    throw new ProcessRequestException("unused", 3);
  }

  @Override
  public void onAcceptCancelBroadcastSm(CancelBroadcastSm m, SMPPServerSession s) throws ProcessRequestException {
    throw new ProcessRequestException("unused", 3);
  }

  @Override
  public QueryBroadcastSmResult onAcceptQueryBroadcastSm(QueryBroadcastSm m, SMPPServerSession s)
      throws ProcessRequestException {
    throw new ProcessRequestException("unused", 3);
  }

  @Override
  public DataSmResult onAcceptDataSm(DataSm m, Session s) throws ProcessRequestException {
    throw new ProcessRequestException("unused", 3);
  }
}
