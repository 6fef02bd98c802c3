"""A page whose stack overflows, in any browser."""

# At the deepest 100 frames of a recursion without end, where the stack is full somewhere inside of our code.
DESCEND = """() => {
    let deepest = 0;
    function f(n) {
        deepest = n;
        try { f(n + 1); } catch {}
        if (deepest - n < 100) try { CALL; } catch {}
    }
    f(0);
}"""
