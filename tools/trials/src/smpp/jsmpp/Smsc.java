import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
 * An SMSC on jSMPP: `Smsc <port> <tcp or tls> <number of the last message>`. `peer.ts` describes the lines on its
 * input and its output. With TLS the key is in the key store that the properties of Java name.
 */
public final class Smsc implements ServerMessageReceiverListener, ServerResponseDeliveryListener {
  private final Map<String, Lines.Plan> plans = new ConcurrentHashMap<>();
  private final Map<String, Lines.Accepted> accepted = new ConcurrentHashMap<>();
  private final Set<SMPPServerSession> bound = ConcurrentHashMap.newKeySet();
  private final Lines.Plan usual = Lines.Plan.usual();
  private final AtomicInteger lastNumber = new AtomicInteger();
  private final ScheduledExecutorService later = Executors.newScheduledThreadPool(4);
  private volatile CountDownLatch held = new CountDownLatch(1);
  private volatile boolean bindsRefused;

  public static void main(String[] arguments) throws Exception {
    Smsc smsc = new Smsc();
    smsc.lastNumber.set(Integer.parseInt(arguments[2]));
    boolean tls = arguments[1].equals("tls");
    SMPPServerSessionListener listener = new SMPPServerSessionListener(Integer.parseInt(arguments[0]),
        tls ? new SSLServerSocketConnectionFactory() : new ServerSocketConnectionFactory());
    listener.setPduProcessorDegree(40);
    Thread accepting = new Thread(() -> smsc.accept(listener));
    accepting.setDaemon(true);
    accepting.start();
    Lines.say("ready");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) smsc.obey(line.split("\t"));
    System.exit(0);
  }

  private void accept(SMPPServerSessionListener listener) {
    while (true) {
      try {
        SMPPServerSession session = listener.accept();
        later.execute(() -> bind(session));
      } catch (Exception error) {
        Lines.say("error", error.toString());
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
        Lines.say("bind-refused", Integer.toString(refusal));
        request.reject(refusal);
        return;
      }
      bound.add(session);
      // Before the first submit is reported.
      Lines.say("bind", request.getSystemId());
      request.accept("jsmpp", InterfaceVersion.IF_34);
    } catch (Exception error) {
      Lines.say("error", error.toString());
    }
  }

  private void obey(String[] words) {
    switch (words[0]) {
      case "plan" -> plans.put(words[1], Lines.Plan.of(words));
      case "owe" -> {
        Lines.Accepted message = new Lines.Accepted(words[3], words[2], Integer.parseInt(words[1]), usual);
        later.execute(() -> tellReceipt(message, 50));
      }
      case "cut" -> {
        for (SMPPServerSession session : bound) session.close();
        held.countDown();
        held = new CountDownLatch(1);
      }
      case "unbind" -> {
        for (SMPPServerSession session : bound) later.execute(() -> unbind(session));
      }
      case "binds" -> bindsRefused = words[1].equals("refuse");
      default -> Lines.say("error", "unknown command " + words[0]);
    }
  }

  /** `unbindAndClose` would close before other threads have answered what came before. */
  private void unbind(SMPPServerSession session) {
    try {
      session.unbind();
    } catch (IOException error) {
      Lines.say("error", error.toString());
    }
    later.schedule(session::close, 300, TimeUnit.MILLISECONDS);
  }

  @Override
  public SubmitSmResult onAcceptSubmitSm(SubmitSm submit, SMPPServerSession session) throws ProcessRequestException {
    Lines.Plan plan = plans.getOrDefault(submit.getDestAddress(), usual);
    if (plan.refusesNext()) {
      Lines.say("refused", submit.getDestAddress());
      throw new ProcessRequestException("refused", plan.status());
    }
    Lines.Accepted message =
        new Lines.Accepted(submit.getSourceAddr(), submit.getDestAddress(), lastNumber.incrementAndGet(), plan);
    boolean isHeld = plan.holdsNext();
    boolean isOwed = !isHeld && submit.getRegisteredDelivery() != 0 && !plan.carrier().equals("none");
    report(submit, message, isOwed);
    if (isHeld) {
      await(held);
      throw new ProcessRequestException("cut", 8);
    }
    String id = message.responseId();
    if (isOwed && plan.carrier().equals("early")) {
      later.execute(() -> tellReceipt(message, 50));
      await(new CountDownLatch(1), 200);
    } else if (isOwed) {
      accepted.put(id, message);
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

  private static void report(SubmitSm submit, Lines.Accepted message, boolean isOwed) {
    OptionalParameter.Message_payload payload = submit.getOptionalParameter(OptionalParameter.Message_payload.class);
    byte[] octets = payload == null ? submit.getShortMessage() : payload.getValue();
    int skipped = submit.isUdhi() ? octets[0] + 1 : 0;
    byte[] coded = java.util.Arrays.copyOfRange(octets, skipped, octets.length);
    Lines.saySubmit(message, partOf(submit, octets), Lines.decoded(submit.getDataCoding(), coded), isOwed);
  }

  private static String partOf(SubmitSm submit, byte[] octets) {
    if (submit.isUdhi()) return Lines.partOf(octets);
    OptionalParameter.Sar_segment_seqnum number =
        submit.getOptionalParameter(OptionalParameter.Sar_segment_seqnum.class);
    if (number == null) return "1/1";
    OptionalParameter.Sar_total_segments parts =
        submit.getOptionalParameter(OptionalParameter.Sar_total_segments.class);
    return (number.getValue() & 0xff) + "/" + (parts.getValue() & 0xff);
  }

  @Override
  public void onSubmitSmRespSent(SubmitSmResult result, SMPPServerSession session) {
    Lines.Accepted message = accepted.remove(result.getMessageId());
    if (message != null) later.execute(() -> tellReceipt(message, 50));
  }

  private void tellReceipt(Lines.Accepted message, int tries) {
    String id = message.receiptId();
    DeliveryReceiptState state = DeliveryReceiptState.getByName(message.plan().state());
    boolean parameters = message.plan().carrier().equals("tlv");
    OptionalParameter[] optional = parameters
        ? new OptionalParameter[] {new OptionalParameter.Receipted_message_id(id),
            new OptionalParameter.Message_state((byte) (state == DeliveryReceiptState.DELIVRD ? 2 : 5))}
        : new OptionalParameter[0];
    try {
      SMPPServerSession session = bound.iterator().next();
      session.deliverShortMessage("", TypeOfNumber.INTERNATIONAL, NumberingPlanIndicator.ISDN, message.to(),
          TypeOfNumber.ALPHANUMERIC, NumberingPlanIndicator.UNKNOWN, message.from(),
          new ESMClass(MessageMode.DEFAULT, MessageType.SMSC_DEL_RECEIPT, GSMSpecificFeature.DEFAULT), (byte) 0,
          (byte) 0, new RegisteredDelivery(0), DataCodings.ZERO,
          parameters ? new byte[0] : textOf(message, state).getBytes(StandardCharsets.ISO_8859_1),
          optional);
      Lines.sayReceipt(message, 0);
    } catch (NegativeResponseException refusal) {
      Lines.sayReceipt(message, refusal.getCommandStatus());
      again(message, tries);
    } catch (Exception error) {
      again(message, tries);
    }
  }

  private void again(Lines.Accepted message, int tries) {
    if (tries > 0) later.schedule(() -> tellReceipt(message, tries - 1), 200, TimeUnit.MILLISECONDS);
  }

  private static String textOf(Lines.Accepted message, DeliveryReceiptState state) {
    if (message.plan().carrier().equals("seconds")) return Lines.receiptWithSeconds(message);
    Date now = new Date();
    return new DeliveryReceipt(message.receiptId(), 1, 1, now, now, state, "069", "Code").toString();
  }

  @Override
  public QuerySmResult onAcceptQuerySm(QuerySm query, SMPPServerSession session) throws ProcessRequestException {
    Lines.say("query", query.getMessageId());
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
