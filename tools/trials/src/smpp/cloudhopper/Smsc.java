import com.cloudhopper.commons.util.windowing.WindowFuture;
import com.cloudhopper.smpp.SmppConstants;
import com.cloudhopper.smpp.SmppServerConfiguration;
import com.cloudhopper.smpp.SmppServerHandler;
import com.cloudhopper.smpp.SmppServerSession;
import com.cloudhopper.smpp.SmppSessionConfiguration;
import com.cloudhopper.smpp.impl.DefaultSmppServer;
import com.cloudhopper.smpp.impl.DefaultSmppSessionHandler;
import com.cloudhopper.smpp.pdu.BaseBind;
import com.cloudhopper.smpp.pdu.BaseBindResp;
import com.cloudhopper.smpp.pdu.DeliverSm;
import com.cloudhopper.smpp.pdu.PduRequest;
import com.cloudhopper.smpp.pdu.PduResponse;
import com.cloudhopper.smpp.pdu.SubmitSm;
import com.cloudhopper.smpp.pdu.SubmitSmResp;
import com.cloudhopper.smpp.pdu.Unbind;
import com.cloudhopper.smpp.ssl.SslConfiguration;
import com.cloudhopper.smpp.tlv.Tlv;
import com.cloudhopper.smpp.tlv.TlvConvertException;
import com.cloudhopper.smpp.type.Address;
import com.cloudhopper.smpp.type.SmppProcessingException;
import com.cloudhopper.smpp.util.DeliveryReceipt;
import com.cloudhopper.smpp.util.SmppUtil;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.joda.time.DateTime;

/**
 * An SMSC on Cloudhopper: `Smsc <port> <tcp or tls> <number of the last message> <key store>`. `peer.ts` describes the
 * lines on its input and its output.
 */
public final class Smsc implements SmppServerHandler {
  private static final long PATIENCE = 10_000;

  private final Map<String, Lines.Plan> plans = new ConcurrentHashMap<>();
  private final Lines.Plan usual = Lines.Plan.usual();
  private final Set<SmppServerSession> bound = ConcurrentHashMap.newKeySet();
  private final AtomicInteger lastNumber = new AtomicInteger();
  /** Its threads send receipts, each of which waits for its response. */
  private final ScheduledExecutorService telling = Executors.newScheduledThreadPool(10);
  private volatile boolean bindsRefused;

  public static void main(String[] arguments) throws Exception {
    Smsc smsc = new Smsc();
    smsc.lastNumber.set(Integer.parseInt(arguments[2]));
    SmppServerConfiguration configuration = new SmppServerConfiguration();
    configuration.setPort(Integer.parseInt(arguments[0]));
    configuration.setSystemId("cloudhopper");
    configuration.setDefaultWindowSize(10);
    configuration.setDefaultWindowWaitTimeout(PATIENCE);
    if (arguments[1].equals("tls")) encrypt(configuration, arguments[3]);
    DefaultSmppServer server = new DefaultSmppServer(configuration, smsc, Executors.newCachedThreadPool());
    server.start();
    Lines.say("ready");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) smsc.obey(line.split("\t"));
    System.exit(0);
  }

  private static void encrypt(SmppServerConfiguration configuration, String keyStore) {
    SslConfiguration ssl = new SslConfiguration();
    ssl.setKeyStorePath(keyStore);
    ssl.setKeyStoreType("PKCS12");
    ssl.setKeyStorePassword("secret");
    ssl.setKeyManagerPassword("secret");
    configuration.setUseSsl(true);
    configuration.setSslConfiguration(ssl);
  }

  @Override
  public void sessionBindRequested(Long id, SmppSessionConfiguration session, BaseBind bind)
      throws SmppProcessingException {
    int refusal = bindsRefused ? SmppConstants.STATUS_BINDFAIL
        : !bind.getSystemId().equals("cascade") ? SmppConstants.STATUS_INVSYSID
        : !bind.getPassword().equals("secret") ? SmppConstants.STATUS_INVPASWD : 0;
    if (refusal == 0) return;
    Lines.say("bind-refused", Integer.toString(refusal));
    throw new SmppProcessingException(refusal);
  }

  @Override
  public void sessionCreated(Long id, SmppServerSession session, BaseBindResp response) {
    // Before the first submit is reported.
    Lines.say("bind", session.getConfiguration().getSystemId());
    session.serverReady(new Handler(session));
    bound.add(session);
  }

  @Override
  public void sessionDestroyed(Long id, SmppServerSession session) {
    bound.remove(session);
  }

  private void obey(String[] words) {
    switch (words[0]) {
      case "plan" -> plans.put(words[1], Lines.Plan.of(words));
      case "owe" -> {
        Lines.Accepted message = new Lines.Accepted(words[3], words[2], Integer.parseInt(words[1]), usual);
        telling.execute(() -> tellReceipt(message, 50));
      }
      case "cut" -> {
        for (SmppServerSession session : bound) session.close();
      }
      case "unbind" -> {
        for (SmppServerSession session : bound) telling.execute(() -> session.unbind(PATIENCE));
      }
      case "binds" -> bindsRefused = words[1].equals("refuse");
      default -> Lines.say("error", "unknown command " + words[0]);
    }
  }

  private final class Handler extends DefaultSmppSessionHandler {
    private final SmppServerSession session;

    Handler(SmppServerSession session) {
      this.session = session;
    }

    @Override
    public PduResponse firePduRequestReceived(PduRequest request) {
      if (request instanceof SubmitSm submit) return take(submit, session);
      if (request instanceof Unbind) telling.schedule(session::close, 100, TimeUnit.MILLISECONDS);
      return request.createResponse();
    }

    @Override
    public void fireChannelUnexpectedlyClosed() {
      session.destroy();
    }
  }

  /** Returns the response that follows at once; null if none does. */
  private SubmitSmResp take(SubmitSm submit, SmppServerSession session) {
    String to = submit.getDestAddress().getAddress();
    Lines.Plan plan = plans.getOrDefault(to, usual);
    SubmitSmResp response = submit.createResponse();
    if (plan.refusesNext()) {
      Lines.say("refused", to);
      response.setCommandStatus(plan.status());
      return response;
    }
    Lines.Accepted message =
        new Lines.Accepted(submit.getSourceAddress().getAddress(), to, lastNumber.incrementAndGet(), plan);
    boolean isHeld = plan.holdsNext();
    boolean isOwed = !isHeld && submit.getRegisteredDelivery() != 0 && !plan.carrier().equals("none");
    report(submit, message, isOwed);
    if (isHeld) return null;
    response.setMessageId(message.responseId());
    boolean isEarly = plan.carrier().equals("early");
    if (isOwed) telling.schedule(() -> tellReceipt(message, 50), isEarly ? 0 : 20, TimeUnit.MILLISECONDS);
    if (!isEarly) return response;
    telling.schedule(() -> respond(session, response), 200, TimeUnit.MILLISECONDS);
    return null;
  }

  private static void respond(SmppServerSession session, PduResponse response) {
    try {
      session.sendResponsePdu(response);
    } catch (Exception lost) {
      // The connection is gone; the client submits again.
    }
  }

  private static void report(SubmitSm submit, Lines.Accepted message, boolean isOwed) {
    Tlv payload = submit.getOptionalParameter(SmppConstants.TAG_MESSAGE_PAYLOAD);
    byte[] octets = payload == null ? submit.getShortMessage() : payload.getValue();
    boolean hasHeader = SmppUtil.isUserDataHeaderIndicatorEnabled(submit.getEsmClass());
    byte[] coded = hasHeader ? Arrays.copyOfRange(octets, octets[0] + 1, octets.length) : octets;
    String part = hasHeader ? Lines.partOf(octets) : partOf(submit);
    Lines.saySubmit(message, part, Lines.decoded(submit.getDataCoding(), coded), isOwed);
  }

  private static String partOf(SubmitSm submit) {
    Tlv number = submit.getOptionalParameter(SmppConstants.TAG_SAR_SEGMENT_SEQNUM);
    if (number == null) return "1/1";
    try {
      Tlv parts = submit.getOptionalParameter(SmppConstants.TAG_SAR_TOTAL_SEGMENTS);
      return number.getValueAsUnsignedByte() + "/" + parts.getValueAsUnsignedByte();
    } catch (TlvConvertException error) {
      return error.toString();
    }
  }

  private void tellReceipt(Lines.Accepted message, int tries) {
    try {
      SmppServerSession session = bound.iterator().next();
      WindowFuture<Integer, PduRequest, PduResponse> sent =
          session.sendRequestPdu(receiptOf(message), PATIENCE, true);
      if (!sent.await(PATIENCE) || sent.getResponse() == null) throw new IllegalStateException("no response");
      int status = sent.getResponse().getCommandStatus();
      Lines.sayReceipt(message, status);
      if (status == 0) return;
    } catch (Exception unsent) {
      // The client is away, or wants it again.
    }
    if (tries > 0) telling.schedule(() -> tellReceipt(message, tries - 1), 200, TimeUnit.MILLISECONDS);
  }

  private static DeliverSm receiptOf(Lines.Accepted message) throws Exception {
    byte state = DeliveryReceipt.toState(message.plan().state());
    String carrier = message.plan().carrier();
    DeliverSm receipt = new DeliverSm();
    receipt.setEsmClass(SmppConstants.ESM_CLASS_MT_SMSC_DELIVERY_RECEIPT);
    receipt.setSourceAddress(new Address((byte) 1, (byte) 1, message.to()));
    receipt.setDestAddress(new Address((byte) 5, (byte) 0, message.from()));
    if (carrier.equals("tlv")) {
      byte[] id = (message.receiptId() + "\0").getBytes(StandardCharsets.ISO_8859_1);
      receipt.addOptionalParameter(new Tlv(SmppConstants.TAG_RECEIPTED_MSG_ID, id));
      receipt.addOptionalParameter(new Tlv(SmppConstants.TAG_MSG_STATE, new byte[] {state}));
    } else {
      DateTime now = DateTime.now();
      String text = carrier.equals("seconds") ? Lines.receiptWithSeconds(message)
          : new DeliveryReceipt(message.receiptId(), 1, 1, now, now, state, "069", "Code").toShortMessage();
      receipt.setShortMessage(text.getBytes(StandardCharsets.ISO_8859_1));
    }
    return receipt;
  }
}
