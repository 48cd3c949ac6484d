"""The problem of a request, if any: the processing rules of §4.1 and the problem codes of §7."""

import re
from dataclasses import dataclass

MEMBERS = {"smsContent": "SMS", "chatoneContent": "CHATONE", "chattwoContent": "CHATTWO"}
UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


@dataclass
class Problem(Exception):
    """An answer other than success (§2.4)."""

    title: str
    status: int = 400
    detail: str | None = None

    def body(self) -> dict:
        body = {"title": self.title, "status": self.status}
        return body if self.detail is None else body | {"detail": self.detail}


def malformed(what: str) -> Problem:
    """The answer to a malformed request, which may be system-error (§7.1)."""
    return Problem("system-error", 500, what)


def check_shape(body: object) -> None:
    """Checks the members that every request has, before the processing rules (§2.1)."""
    if not isinstance(body, dict):
        raise malformed("the body must be a JSON object")
    if not isinstance(body.get("requestId"), str) or not UUID.fullmatch(body["requestId"]):
        raise malformed("requestId must be a UUID")
    if type(body.get("cascadeId")) is not int:
        raise malformed("cascadeId must be an integer")
    subscriber = body.get("subscriberFilter")
    if not isinstance(subscriber, dict):
        raise malformed("subscriberFilter must be an object")
    for member in ("address", "type"):
        if not isinstance(subscriber.get(member), str):
            raise malformed(f"subscriberFilter.{member} must be a string")
    if "content" in body and not isinstance(body["content"], dict):
        raise malformed("content must be an object")


def check_coverage(content: dict, cascade: dict) -> None:
    """Rule 3: exactly one content object for each stage (§2.1, §7.3)."""
    given = [channel for member, channel in MEMBERS.items() if member in content]
    if not given:
        raise Problem("content-not-specified")
    missing = [stage for stage in cascade["stages"] if stage["channel"] not in given]
    channels = [stage["channel"] for stage in cascade["stages"]]
    surplus = [channel for channel in given if channel not in channels]
    if missing and not surplus:
        raise Problem("request-doesn't-contain-content-for-all-cascade-stages")
    if surplus:
        raise Problem("cascade-scheduling-request-not-valid", 400, violations(cascade["id"], missing, surplus))


def violations(cascade_id: int, missing: list[dict], surplus: list[str]) -> str:
    """The detail of §7.3: missing content first; digits of ids grouped."""
    template = f"cascadeTemplateId:{cascade_id:,}"
    told = [
        "the content was not found for the cascade template stage "
        f"[{template};stageUuid:{stage['uuid']};channelType:{stage['channel']}]"
        for stage in missing
    ] + [
        f"the cascade template stage was not found for the content [{template};contentChannelType:{channel}]"
        for channel in surplus
    ]
    return "The cascade scheduling request is not valid. Violations: " + "; ".join(told)


def check_content(content: dict) -> None:
    """Rule 4: each content object on its own (§2.2, §8)."""
    for member in MEMBERS:
        if member in content:
            check_object(content[member], member)


def check_object(given: object, member: str) -> None:
    if not isinstance(given, dict):
        raise malformed(f"{member} must be an object")
    if given.get("contentType") in (None, ""):
        raise Problem("contentType-not-specified")
    kind = given["contentType"]
    for name in ("contentType", "text", "caption", "attachmentName"):
        if name in given and not isinstance(given[name], str):
            raise malformed(f"{member}.{name} must be a string")
    for name, kind_that_needs_it in (("text", "TEXT"), ("caption", "CARD"), ("attachmentName", "DOCUMENT")):
        if given.get(name, "" if kind == kind_that_needs_it else "absent") == "":
            raise Problem(f"{name}-not-specified")
    if len(given.get("attachmentName", "")) > 70:
        raise Problem("attachmentName-is-too-long")
    if kind == "BUTTON" and not given.get("action"):
        raise Problem("action-not-specified")
    check_coordinates(given, kind)
    check_list(given.get("listPicker", {}))
    check_options(given.get("options", {}))
    check_buttons(given.get("template", {}))


def check_coordinates(given: dict, kind: str) -> None:
    for name in ("latitude", "longitude"):
        if name not in given and (kind == "LOCATION" or "latitude" in given or "longitude" in given):
            raise Problem(f"{name}-not-specified")
        if name in given and type(given[name]) not in (int, float):
            raise malformed(f"{name} must be a number")


def check_list(picker: object) -> None:
    try:
        for section in picker.get("sections", []):
            for item in section["items"]:
                if any(len(item.get(name, "")) > 24 for name in ("title", "subtitle")):
                    raise Problem("template-parameter-is-not-valid")
    except (AttributeError, KeyError, TypeError):
        raise malformed("listPicker must hold sections with items") from None


def check_options(options: object) -> None:
    """Delivery optimisation is allowed on the marketing-messages route only (§7.1)."""
    names = ("useMarketingMessagesApi", "messageActivitySharing")
    if not isinstance(options, dict) or any(type(options.get(name, False)) is not bool for name in names):
        raise malformed("options must hold booleans")
    if options.get("messageActivitySharing") and not options.get("useMarketingMessagesApi"):
        comment = "Cannot use messageActivitySharing=true when useMarketingMessagesApi=false"
        raise Problem("mm-api-options-invalid-combination", 400, comment)


def check_buttons(template: object) -> None:
    buttons = template.get("buttons", []) if isinstance(template, dict) else None
    if not isinstance(buttons, list) or not all(isinstance(button, dict) for button in buttons):
        raise malformed("template.buttons must be a list of objects")
    if any(not isinstance(button.get("code", ""), str) for button in buttons):
        raise malformed("the code of a button must be a string")
    if any(not button.get("action") for button in buttons):
        raise Problem("action-not-specified")
    for kind, name, most in ((None, "buttons", 10), ("LINK", "URL buttons", 2), ("CALL", "PHONE buttons", 1)):
        if len([button for button in buttons if kind in (None, button.get("kind"))]) > most:
            raise Problem("button-validation-error", 400, f"Too many {name}, maximum is {most}")
    if any(len(button.get("code", "")) > 128 for button in buttons):
        raise Problem("button-validation-error", 400, "Payload is too long, maximum is 128")
