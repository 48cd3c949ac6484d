"""An SMSC on the SMPP server of Jasmin (smpp.twisted3), with Jasmin's own receipts.

`smsc.py <port> <tcp or tls> <key> <certificate>`. `peer.ts` describes the lines on its input and its output.
"""

import base64
import datetime
import logging
import sys
from dataclasses import dataclass

import messaging.sms.gsm0338  # noqa: F401 - registers the codec
from jasmin.protocols.smpp.operations import SMPPOperationFactory
from smpp.pdu import pdu_types
from smpp.pdu.constants import command_status_value_map
from smpp.pdu.operations import DeliverSM
from smpp.pdu.pdu_types import CommandStatus, EsmClass, EsmClassMode, EsmClassType, MessageState
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


def written(number, form):
    forms = {"hex": "%x", "HEX": "%X", "padded": "%010d"}
    return forms.get(form, "%d") % number


def status_of(code):
    return CommandStatus[command_status_value_map[code]["name"]]


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
    def __init__(self):
        self.plans = {}
        self.number = 0xABC00
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
        self.report(pdu, to)
        plan.holds -= 1
        if plan.holds >= 0:
            return defer.Deferred()
        self.number += 1
        number = self.number
        response = DataHandlerResponse(CommandStatus.ESME_ROK, message_id=written(number, plan.response_id))
        if pdu.params["registered_delivery"].receipt.name == "NO_SMSC_DELIVERY_RECEIPT_REQUESTED" or plan.carrier == "none":
            return response
        early = plan.carrier == "early"
        reactor.callLater(0 if early else 0.02, self.tell_receipt, pdu, to, plan, number, 50)
        if not early:
            return response
        late = defer.Deferred()
        reactor.callLater(0.2, late.callback, response)
        return late

    def report(self, pdu, to):
        payload = pdu.params.get("message_payload")
        if payload:
            part, octets = "1/1", payload
        else:
            _, header, octets = SMStringEncoder().splitSM(pdu)
            info = SMStringEncoder().getConcatenatedSMInfoElement(pdu) if header else None
            part = f"{info.data.sequenceNum}/{info.data.maximumNum}" if info else "1/1"
        scheme = pdu.params["data_coding"].schemeData
        text = octets.decode("utf-16-be" if scheme == pdu_types.DataCodingDefault.UCS2 else "gsm0338")
        encoded = base64.b64encode(text.encode()).decode()
        say("submit", to, pdu.params["source_addr"].decode(), part, encoded)

    def tell_receipt(self, pdu, to, plan, number, tries):
        sessions = self.sessions()
        receipt = self.receipt_of(pdu, plan, written(number, plan.receipt_id))
        sent = sessions[0].sendDataRequest(receipt) if sessions else defer.fail(ConnectionError())

        def refused(failure):
            status = getattr(failure.value, "status", None)
            if status is not None:
                say("receipt", to, status.name)
            if tries > 0:
                reactor.callLater(0.2, self.tell_receipt, pdu, to, plan, number, tries - 1)

        sent.addCallbacks(lambda _: say("receipt", to, "0"), refused)

    def receipt_of(self, pdu, plan, message_id):
        to, source = pdu.params["destination_addr"], pdu.params["source_addr"]
        now = datetime.datetime.now()
        if plan.carrier in ("native", "early"):
            return SMPPOperationFactory().getReceipt(
                "deliver_sm", message_id, source, to, plan.state, "069", now.isoformat(),
                str(pdu.params["source_addr_ton"]), str(pdu.params["source_addr_npi"]),
                str(pdu.params["dest_addr_ton"]), str(pdu.params["dest_addr_npi"]),
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

    def obey(self, words):
        match words:
            case ["plan", number, accepts, refusals, status, holds, response_id, receipt_id, carrier, state]:
                self.plans[number] = Plan(
                    int(accepts), int(refusals), int(status), int(holds), response_id, receipt_id, carrier, state
                )
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
    smsc = Smsc()
    port, transport, key, certificate = sys.argv[1:]
    if transport == "tls":
        reactor.listenSSL(int(port), smsc.factory, ssl.DefaultOpenSSLContextFactory(key, certificate), interface="127.0.0.1")
    else:
        reactor.listenTCP(int(port), smsc.factory, interface="127.0.0.1")
    stdio.StandardIO(Commands(smsc))
    reactor.callWhenRunning(say, "ready")
    reactor.run()


main()
