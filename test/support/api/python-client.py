"""Calls the Python client as lines of JSON ask. Answers what went over the network, and what each call gave."""

import json
import sys
from itertools import islice

import tripfold
from tripfold.transport import Answer, open_url


def plain(given, is_whole):
    """What a call gave, as JSON: a list as a whole, or its first page."""
    if isinstance(given, tripfold.Pages):
        return list(given) if is_whole else next(given.pages()).items
    if isinstance(given, tripfold.Written):
        return given.batch if given.pending else given.resource
    if isinstance(given, tripfold.Submitted):
        return given.accepted
    return list(islice(given, 1000)) if hasattr(given, "__next__") else given


def answer_to(ask):
    received, waits = [], []
    steps = ask.get("steps")

    def send(request, timeout):
        request.add_header("x-forwarded-proto", "https")
        if steps is not None:
            step = steps.pop(0)
            answer = None if step is None else Answer(step["status"], step.get("headers", {}), step["body"].encode())
        else:
            answer = open_url(request, timeout)
        asked = {"url": request.full_url, "sent": {name.lower(): value for name, value in request.header_items()}}
        received.append(asked if answer is None else asked | vars(answer) | {"body": answer.body.decode()})
        if answer is None:
            raise ConnectionError("cut")
        return answer

    answered = {"received": received, "waits": waits}
    try:
        if ask["call"] == "verify_webhook":
            given = tripfold.verify_webhook(*ask["values"], **ask["named"])
        else:
            client = tripfold.Client(**ask["client"], send=send, sleep=waits.append)
            given = plain(getattr(client, ask["call"])(*ask["values"], **ask["named"]), steps is not None)
        return {**answered, "given": given}
    except Exception as error:
        fault = {"name": type(error).__name__, "message": str(error), **vars(error)}
        return {**answered, "fault": fault}


for line in sys.stdin:
    print(json.dumps(answer_to(json.loads(line))), flush=True)
