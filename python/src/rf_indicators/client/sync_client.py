"""The blocking client. It sends requests and waits; ``exchange`` makes every decision."""

import time
import zlib
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Optional, Sequence, Type, TypeVar

from ..errors import RfError
from ..models import Page, Row, ToolResult
from ..models.base import Model
from ..replay.verifying import PinnedKeys
from .body import Body, TooSlowError, UnreadableBodyError
from .deadline import within
from .decisions import Evaluated, Stopwatch
from .etag_cache import EtagCache
from .exchange import Outcome, Send, exchange
from .paging import next_call
from .policy_bundle import PolicyBundle
from .policy_calls import DEADLINE_MS, Options, Steps, check_time, evaluating, read_options, read_question
from .settings import Settings, checked_settings
from .sync_operations import SyncOperations
from .tools import tool_call
from .wire import Call, NoAnswer, UnreadableAnswer, WireAnswer, WireRequest

if TYPE_CHECKING:
    import httpx

Answer = TypeVar("Answer")
Result = TypeVar("Result")


class RfClient(SyncOperations):
    """Reads RF Risk Indicators. One client can be used from several threads.

    Every answer and every ``ApiError`` has ``rate_limit``: the limit as its own response reported it.

    Args:
        api_key: The key of a workspace. Public operations work without one and never receive it.
        base_url: The URL of the service, such as ``https://indicators.example``. It is required.
        timeout: Seconds allowed for each of connecting, sending and receiving the whole response.
        max_retries: How often a failed request is sent again, if repeating it is safe.
        max_wait: Seconds that one call may spend waiting between attempts, in total. If the service asks for a longer
            wait, the error is raised at once, and its ``retry_after`` says how long to wait.
        etag_cache: Store answers and let the service confirm them, which saves transfer.
        http_client: Your own ``httpx.Client``, for proxies or certificates. You close it yourself.
        transport: An httpx transport, for tests.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        base_url: str,
        timeout: float = 30.0,
        max_retries: int = 3,
        max_wait: float = 30.0,
        etag_cache: bool = False,
        http_client: Optional["httpx.Client"] = None,
        transport: Optional["httpx.BaseTransport"] = None,
    ) -> None:
        import httpx  # imported here so that replay and webhooks work without httpx

        self._httpx = httpx
        self._settings = checked_settings(api_key, base_url, timeout, max_retries, max_wait, etag_cache)
        self._owns_http = http_client is None
        self._http = http_client or httpx.Client(transport=transport)

    def __repr__(self) -> str:
        return f"RfClient(base_url={self._settings.base_url!r})"

    def __enter__(self) -> "RfClient":
        return self

    def __exit__(
        self,
        error_type: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. Your own ``http_client`` stays open."""
        if self._owns_http:
            self._http.close()

    def call_tool(self, tool_name: str, input: Dict[str, Any]) -> ToolResult:
        """Call an agent tool. ``get_agent_manifest`` describes the tools and their inputs.

        Requires an API key of the agent pilot. A call is never repeated automatically.
        """
        return self._call(tool_call(tool_name, input))

    def evaluate(
        self,
        policy: str,
        providers: Sequence[str],
        *,
        keys: PinnedKeys,
        exposure: str = "new",
        reference: Optional[str] = None,
        at: Optional[str] = None,
        deadline_ms: float = DEADLINE_MS,
        on_failure: str = "BLOCK",
        workspace_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Evaluated:
        """Decide on providers by a policy: ``decision_of`` of the result gives ALLOW, REVIEW or BLOCK for each.

        A mistake in the arguments raises ValueError. Whatever else happens, there is a decision: that of the policy, or
        ``on_failure`` (BLOCK or REVIEW), with ``source`` client and the ``reason``.

        Args:
            policy: The name of a policy, then its active version decides, or the digest of a version.
            providers: Ids of providers, at most 1,000.
            keys: Verifier keys of the service that you pinned. Get them in another way than the answers.
            exposure: ``new`` or ``existing``.
            reference: A text of your own, up to 64 characters.
            at: Decide for this instant, such as 2026-05-01T00:00:00Z. Such decisions are hypothetical, and never live.
            deadline_ms: Milliseconds until the call ends, whatever happens.
            on_failure: What a failure counts as.
            workspace_id: The id of your workspace: decisions of another one are then refused.
            idempotency_key: Identifies the call; a random one by default.
        """
        watch = Stopwatch()
        options = read_options(keys, deadline_ms, on_failure, workspace_id)
        question = read_question(policy, providers, exposure, reference, at)
        steps = evaluating(question, options, watch, idempotency_key)
        return self._policy_steps(options, self._settings)(steps, watch)

    def policy_bundle(
        self,
        name: str,
        *,
        keys: PinnedKeys,
        deadline_ms: float = DEADLINE_MS,
        on_failure: str = "BLOCK",
        workspace_id: Optional[str] = None,
        background: bool = True,
    ) -> PolicyBundle:
        """Get a policy with the values that it reads, and decide without further requests until ``valid_until``.

        It renews itself in the background until it is closed; without ``background``, call ``refresh`` yourself.
        Whatever happens, ``decision_of`` of the bundle gives a decision.
        """
        options = read_options(keys, deadline_ms, on_failure, workspace_id)
        settings = self._settings._replace(cache=EtagCache())
        bundle = PolicyBundle(name, options, self._policy_steps(options, settings))
        bundle._begin(background)
        return bundle

    def _policy_steps(self, options: Options, settings: Settings) -> Callable[[Steps[Result], Stopwatch], Result]:
        """Send what the steps yield, all within the deadline."""
        settings = settings._replace(max_wait=options.deadline)

        def run(steps: Steps[Result], watch: Stopwatch) -> Result:
            try:
                call = next(steps)
                while True:
                    try:
                        answer = within(check_time(options, watch), self._call_by(options, settings, watch), call)
                    except RfError as error:
                        call = steps.throw(error)
                    else:
                        call = steps.send(answer)
            except StopIteration as finished:
                result: Result = finished.value
                return result

        return run

    def _call_by(self, options: Options, settings: Settings, watch: Stopwatch) -> Callable[[Call[Model]], Model]:
        return lambda call: self._call(call, settings, lambda: check_time(options, watch))

    def _call(
        self,
        call: Call[Answer],
        settings: Optional[Settings] = None,
        time_left: Optional[Callable[[], float]] = None,
    ) -> Answer:
        """``time_left`` raises if there is none."""
        settings = settings or self._settings
        steps = exchange(call, settings)
        outcome: Outcome = None
        while True:
            try:
                action = steps.send(outcome)
            except StopIteration as finished:
                answer: Answer = finished.value
                return answer
            if isinstance(action, Send):
                timeout = settings.timeout if time_left is None else min(settings.timeout, time_left())
                outcome = self._send(action.request, timeout)
            else:
                time.sleep(action.seconds)
                outcome = None

    def _rows(self, call: Call[Page[Row]], limit: Optional[int]) -> Iterator[Row]:
        left = limit
        following: Optional[Call[Page[Row]]] = call
        while following is not None:
            page = self._call(following)
            for row in page:
                yield row
                left = None if left is None else left - 1
                if left == 0:
                    return
            following = next_call(following, page)

    def _send(self, request: WireRequest, timeout: float) -> Outcome:
        sending = self._http.stream(
            request.method,
            request.url,
            headers=request.headers,
            content=request.content,
            timeout=timeout,
            follow_redirects=False,
        )
        try:
            with sending as response:
                return self._receive(response, timeout)
        except self._httpx.HTTPError as error:
            return NoAnswer(error, isinstance(error, self._httpx.TimeoutException))
        except (TooSlowError, zlib.error) as error:
            return NoAnswer(error, isinstance(error, TooSlowError))

    def _receive(self, response: "httpx.Response", timeout: float) -> Outcome:
        status, headers = response.status_code, response.headers
        if response.is_stream_consumed:
            # A transport for tests has read it already.
            return WireAnswer(status, headers, response.content)
        try:
            body = Body(headers, timeout)
            for part in response.iter_raw():
                body.add(part)
        except UnreadableBodyError:
            return UnreadableAnswer(status, headers)
        return WireAnswer(status, headers, body.content())
