"""Numbers in a message that say which error it is: 401 and 500, or React's #418 and #185, are not the same."""

# For a verbose pattern that ignores case. Linear, because pages choose the text.
ERROR_CODE = r"""
      \bstatus(?:\ code)?[\ :=]{1,2}[1-5]\d\d\b | \bhttp[\ :=]{1,2}[1-5]\d\d\b
    | \b(?:(?:error|close)\ code|exit\ (?:code|status)|errno|minified\ error\ nr)[\ :=]{1,2}-?\d{1,6}\b
    | \b(?:error|err|exit|status|response|result|reason|close|http|rpc|api|sql)[_-]?code\W{1,4}-?\d{1,6}\b
    | \b(?:status|response|failed|got|responded|returned|answered)[\ :=]{1,2}
      (?:(?:with|of)\ )?(?:code\ )?[45]\d\d\b
    | \bhttp/\d(?:\.\d)?\ [1-5]\d\d\b
    | \b(?:code|grpc\ status)\ \d{1,6}\b
    | error:?\ \(?-?\d{1,6}\b(?!\ [a-z]{1,30}[a-rt-z]s\b)
    | \bDOMException\ \d{1,3}\b | \berr(?:no)?=-?\d{1,6}\b
    | \(\#\d{1,6}\) | \b0x8[0-9a-f]{7}\b
    | \binvariant\ violation[\ :]{1,2}\d{1,6}\b
    | \bcode(?:\\{0,7}["']?[:=]\ ?\\{0,7}["']?|(?<=\(code)\ )-?\d{1,6}\b
    | \berrors?[\ /]\#?(?<=[#/])\d{1,6}\b
    | (?-i:\b(?:[A-Z]{2,10}[-_])?(?:E|EC|EX|ERR|ERROR|FAULT|ORA|PLS|DB2|MSG)[-_]\d{1,6}\b) | \bSQLSTATE\[?\ ?\w{5}\b
    | \berror-reference/\#[\w-]{1,60}
    | \[[45]\d\d\] | \([45]\d\d\) | \b[45]\d\d(?=\ \([a-z])
    | (?<![\w$.,/\#-])(?<!\bline\ )(?<!\bcolumn\ )(?<!\brow\ )(?<!\bpage\ )(?<!\bport\ )
      (?<!\border\ )(?<!\bitem\ )(?<!\buser\ )(?<!\bid\ )[45]\d\d(?=[.!]?\s*(?:\n|\Z))
"""
