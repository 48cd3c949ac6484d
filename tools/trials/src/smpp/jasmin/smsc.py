"""An SMSC on the SMPP server of Jasmin (smpp.twisted3), with Jasmin's own receipts.

`smsc.py <port> <tcp or tls> <number of the last message> <key> <certificate>`. `peer.ts` describes the lines on its
input and its output.
"""

import base64
import datetime
import logging
import os
import sys
from dataclasses import dataclass

import messaging.sms.gsm0338  # noqa: F401 - registers the codec
from jasmin.protocols.smpp.operations import SMPPOperationFactory
from smpp.pdu.constants import command_status_value_map
from smpp.pdu.operations import DeliverSM
from smpp.pdu.pdu_types import AddrNpi, AddrTon, CommandStatus, DataCodingDefault, MessageState
from smpp.pdu.pdu_types import EsmClass, EsmClassMode, EsmClassType
from smpp.pdu.sm_encoding import SMStringEncoder
from smpp.twisted.config import SMPPServerConfig
from smpp.twisted.protocol import DataHandlerResponse
from smpp.twisted.server import SMPPServerFactory
from twisted.cred.error import UnauthorizedLogin
from twisted.internet import defer, reactor, ssl, stdio
from twisted.protocols.basic import LineReceiver


def say(*fields):
    print("\t".join(fields), flush=True)


@dataclass
class Plan:
    """How a number is treated; the fields are those of a `plan` line."""

    accepts: int = 0
    refusals: int = 0
    status: int = 0
    holds: int = 0
    response_id: str = "dec"
    receipt_id: str = "dec"
    carrier: str = "native"
    state: str = "DELIVRD"


@dataclass
class Message:
    """An accepted one."""

    to: str
    source: str
    number: int
    plan: Plan


def written(number, form):
    forms = {"hex": "%x", "HEX": "%X", "padded": "%010d"}
    return forms.get(form, "%d") % number


def status_of(code):
    return CommandStatus[command_status_value_map[code]["name"]]


def report(pdu, message, is_owed):
    part, octets = part_of(pdu)
    codecs = {DataCodingDefault.UCS2: "utf-16-be", DataCodingDefault.LATIN_1: "latin-1"}
    text = octets.decode(codecs.get(pdu.params["data_coding"].schemeData, "gsm0338"))
    encoded = base64.b64encode(text.encode()).decode()
    say("submit", message.to, message.source, part, encoded, str(message.number), "1" if is_owed else "0")


def part_of(pdu):
    """Number and count of a part, and its octets."""
    payload = pdu.params.get("message_payload")
    if payload:
        return "1/1", payload
    if pdu.params.get("sar_segment_seqnum") is not None:
        return f'{pdu.params["sar_segment_seqnum"]}/{pdu.params["sar_total_segments"]}', pdu.params["short_message"]
    _, header, octets = SMStringEncoder().splitSM(pdu)
    info = SMStringEncoder().getConcatenatedSMInfoElement(pdu) if header else None
    return f"{info.data.sequenceNum}/{info.data.maximumNum}" if info else "1/1", octets


def receipt_of(message):
    plan, message_id = message.plan, written(message.number, message.plan.receipt_id)
    to, source = message.to.encode(), message.source.encode()
    now = datetime.datetime.now()
    if plan.carrier in ("native", "early"):
        return SMPPOperationFactory().getReceipt(
            "deliver_sm", message_id, source, to, plan.state, "069", now.isoformat(),
            str(AddrTon.ALPHANUMERIC), str(AddrNpi.UNKNOWN), str(AddrTon.INTERNATIONAL), str(AddrNpi.ISDN),
        )
    common = dict(
        source_addr=to, destination_addr=source,
        esm_class=EsmClass(EsmClassMode.DEFAULT, EsmClassType.SMSC_DELIVERY_RECEIPT),
    )
    if plan.carrier == "tlv":
        state = MessageState.DELIVERED if plan.state == "DELIVRD" else MessageState.UNDELIVERABLE
        return DeliverSM(receipted_message_id=message_id, message_state=state, short_message=b"", **common)
    time = now.strftime("%y%m%d%H%M%S")
    text = f"id:{message_id} sub:1 dlvrd:1 submit date:{time} done date:{time} stat:{plan.state.lower()} err:069 text:"
    return DeliverSM(short_message=text.encode(), **common)


class Portal:
    """Knows one client."""

    def login(self, credentials, _mind, *interfaces):
        if self.refuses or (credentials.username, credentials.password) != ("cascade", "secret"):
            say("bind-refused", "13" if self.refuses else "15")
            return defer.fail(UnauthorizedLogin())
        say("bind", credentials.username)
        return defer.succeed((interfaces[0], credentials.username, lambda: None))

    refuses = False


class Smsc:
    def __init__(self, last_number):
        self.plans = {}
        self.number = last_number
        self.portal = Portal()
        config = SMPPServerConfig(msgHandler=self.handle, systems={"cascade": {"max_bindings": 5}})
        config.msgHandler = self.handle
        self.factory = SMPPServerFactory(config, self.portal)

    def sessions(self):
        return list(self.factory.getBoundConnections("cascade") or [])

    def handle(self, _system_id, session, pdu):
        to = pdu.params["destination_addr"].decode()
        plan = self.plans.get(to, Plan())
        plan.accepts -= 1
        if plan.accepts < 0 and plan.refusals > 0:
            plan.refusals -= 1
            say("refused", to)
            return status_of(plan.status)
        self.number += 1
        message = Message(to, pdu.params["source_addr"].decode(), self.number, plan)
        plan.holds -= 1
        is_held = plan.holds >= 0
        wants_receipt = pdu.params["registered_delivery"].receipt.name != "NO_SMSC_DELIVERY_RECEIPT_REQUESTED"
        is_owed = not is_held and wants_receipt and plan.carrier != "none"
        report(pdu, message, is_owed)
        if is_held:
            return defer.Deferred()
        response = DataHandlerResponse(CommandStatus.ESME_ROK, message_id=written(message.number, plan.response_id))
        if not is_owed:
            return response
        early = plan.carrier == "early"
        reactor.callLater(0 if early else 0.02, self.tell_receipt, message, 50)
        if not early:
            return response
        late = defer.Deferred()
        reactor.callLater(0.2, late.callback, response)
        return late

    def tell_receipt(self, message, tries):
        sessions = self.sessions()
        sent = sessions[0].sendDataRequest(receipt_of(message)) if sessions else defer.fail(ConnectionError())

        def refused(failure):
            status = getattr(failure.value, "status", None)
            if status is not None:
                say("receipt", message.to, status.name, str(message.number))
            if tries > 0:
                reactor.callLater(0.2, self.tell_receipt, message, tries - 1)

        sent.addCallbacks(lambda _: say("receipt", message.to, "0", str(message.number)), refused)

    def obey(self, words):
        match words:
            case ["plan", number, accepts, refusals, status, holds, response_id, receipt_id, carrier, state]:
                self.plans[number] = Plan(
                    int(accepts), int(refusals), int(status), int(holds), response_id, receipt_id, carrier, state
                )
            case ["owe", number, to, source]:
                self.tell_receipt(Message(to, source, int(number), Plan()), 50)
            case ["cut"]:
                for session in self.sessions():
                    session.transport.abortConnection()
            case ["unbind"]:
                for session in self.sessions():
                    session.unbindAndDisconnect()
            case ["binds", which]:
                self.portal.refuses = which == "refuse"
            case _:
                say("error", f"unknown command {words[0]}")


class Commands(LineReceiver):
    delimiter = b"\n"

    def __init__(self, smsc):
        self.smsc = smsc

    def lineReceived(self, line):
        self.smsc.obey(line.decode().split("\t"))

    def connectionLost(self, reason=None):
        if reactor.running:
            reactor.stop()


def main():
    logging.disable()
    port, transport, last_number, key, certificate = sys.argv[1:]
    smsc = Smsc(int(last_number))
    if transport == "tls":
        reactor.listenSSL(int(port), smsc.factory, ssl.DefaultOpenSSLContextFactory(key, certificate), interface="127.0.0.1")
    else:
        reactor.listenTCP(int(port), smsc.factory, interface="127.0.0.1")
    stdio.StandardIO(Commands(smsc))
    # StandardIO makes the output non-blocking: lines would be lost when Node reads slowly.
    os.set_blocking(sys.stdout.fileno(), True)
    reactor.callWhenRunning(say, "ready")
    reactor.run()


main()
