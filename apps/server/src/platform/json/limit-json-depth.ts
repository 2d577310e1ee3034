/** Maximum depth of nested objects and arrays. WhatsApp's webhooks have about a dozen levels. */
const MAX_DEPTH = 64

/**
 * Replaces values below MAX_DEPTH levels of a JSON text with null, because they would overflow the stack of recursive code. Invalid JSON
 * stays invalid.
 */
export function limitJsonDepth(json: string): string {
  let depth = 0
  let isInText = false
  let output = ''
  let copiedUntil = 0
  for (let index = 0; index < json.length; index++) {
    const char = json[index]
    if (isInText) {
      if (char === '\\') index++
      else if (char === '"') isInText = false
    } else if (char === '"') isInText = true
    else if (char === '{' || char === '[') {
      if (depth++ === MAX_DEPTH) output += `${json.slice(copiedUntil, index)}null`
    } else if ((char === '}' || char === ']') && --depth === MAX_DEPTH) copiedUntil = index + 1
  }
  return output === '' ? json : output + json.slice(copiedUntil)
}
