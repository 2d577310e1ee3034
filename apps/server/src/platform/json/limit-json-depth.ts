/** Maximum depth of nested objects and arrays. WhatsApp's webhooks have about a dozen levels. */
const MAX_DEPTH = 64

/**
 * Replaces values that are nested deeper than MAX_DEPTH levels with null, in a JSON text. Deeper values would overflow the stack of
 * recursive code. Invalid JSON stays invalid.
 */
export function limitJsonDepth(json: string): string {
  let depth = 0
  let isInText = false
  let kept = ''
  let from = 0
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (isInText) {
      if (char === '\\') at++
      else if (char === '"') isInText = false
    } else if (char === '"') isInText = true
    else if (char === '{' || char === '[') {
      if (depth++ === MAX_DEPTH) kept += `${json.slice(from, at)}null`
    } else if ((char === '}' || char === ']') && --depth === MAX_DEPTH) from = at + 1
  }
  return kept === '' ? json : kept + json.slice(from)
}
