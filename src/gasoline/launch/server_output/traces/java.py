"""Java and Kotlin: a frame names a class instead of a path, and the root cause comes last."""

import re
from dataclasses import replace
from itertools import takewhile

from gasoline.launch.server_output.traces.failure import StackFrame

_FRAME = re.compile(
    r"^\s+at (?:[\w.@-]+/+)*(?P<function>[\w.$<>-]+)"
    r"\((?P<file>[\w$-]+\.(?:java|kt|kts|scala|groovy)):(?P<line>\d{1,9})\)"
    r"(?P<origin>.*)$"
)
_CAUSE = re.compile(r"^Caused by: (?P<type>[\w.$]+)(?:: (?P<message>.*))?$")
_AFTER_MESSAGE = re.compile(r"^\s+(?:at|\.\.\.) ")
_LIBRARIES = (
    "_COROUTINE.",
    "akka.", "ch.qos.", "clojure.", "com.amazonaws.", "com.fasterxml.", "com.google.", "com.microsoft.", "com.mongodb.",
    "com.mysql.", "com.oracle.", "com.rabbitmq.", "com.sun.", "com.zaxxer.", "groovy.", "io.grpc.", "io.jsonwebtoken.",
    "io.ktor.", "io.lettuce.", "io.micrometer.", "io.micronaut.", "io.netty.", "io.quarkus.", "io.r2dbc.",
    "io.reactivex.", "io.smallrye.", "io.undertow.", "io.vertx.", "jakarta.", "java.", "javax.", "jdk.", "kotlin.",
    "kotlinx.", "liquibase.", "net.bytebuddy.", "net.sf.", "okhttp3.", "okio.", "oracle.", "org.apache.",
    "org.aspectj.", "org.codehaus.", "org.eclipse.", "org.flywaydb.", "org.glassfish.", "org.gradle.", "org.h2.",
    "org.hibernate.", "org.hsqldb.", "org.jboss.", "org.jetbrains.", "org.jooq.", "org.junit.", "org.mariadb.",
    "org.mongodb.", "org.postgresql.", "org.slf4j.", "org.springframework.", "org.sqlite.", "org.thymeleaf.",
    "org.yaml.", "play.", "reactor.", "redis.clients.", "retrofit2.", "scala.", "software.amazon.", "sun.", "zio.",
)  # fmt: skip
_OWN_ORIGIN = "[classes"
"""Logback prints `~[classes/:na]` for the project, `~[HikariCP-5.0.1.jar:na]` for a library."""


def root_cause(lines: list[str]) -> tuple[str, str] | None:
    """Type and message of the last cause."""
    causes = [(index, found) for index, line in enumerate(lines) if (found := _CAUSE.match(line))]
    if not causes:
        return None
    index, found = causes[-1]
    more = takewhile(lambda line: not _AFTER_MESSAGE.match(line), lines[index + 1 :])
    return found["type"], "\n".join([found["message"] or "", *more])


def java_frames(lines: list[str]) -> list[StackFrame]:
    """The frames of the root cause first, then those of the exceptions that it caused."""
    sections: list[list[StackFrame]] = [[]]
    for line in lines:
        if _CAUSE.match(line):
            sections.append([])
        if found := _FRAME.match(line):
            sections[-1].append(_frame(found))
    home = _package_of_the_project(sections[0])
    frames = [frame for section in reversed(sections) for frame in section]
    return [replace(frame, is_library=frame.is_library or not frame.function.startswith(home)) for frame in frames]


def _frame(found: re.Match[str]) -> StackFrame:
    origin = found["origin"]
    is_library = found["function"].startswith(_LIBRARIES) or (".jar" in origin and _OWN_ORIGIN not in origin)
    return StackFrame(found["file"], int(found["line"]), found["function"], is_library)


def _package_of_the_project(frames: list[StackFrame]) -> str:
    """The first two names in the outermost frame that is not known to be a library's: a library calls no project."""
    outermost = next((frame for frame in reversed(frames) if not frame.is_library), None)
    names = outermost.function.split(".")[:-2] if outermost else []
    return "".join(f"{name}." for name in names[:2])
