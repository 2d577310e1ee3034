import { type ToolCallRepairFunction, type ToolSet, tool } from 'ai'
import type { ModelRequest } from '../../kernel/language-model.ts'

const REFUSED = 'Limite de ações desta resposta atingido. Responda ao lead agora.'

/** The request's tools as the library wants them, and whether the model may still call one. */
export function toolsOf({ tools, maxToolCalls }: ModelRequest): { tools: ToolSet; mayCall: () => boolean } {
  let calls = 0
  const made: ToolSet = Object.fromEntries(
    tools.map(({ name, description, input, run }) => [
      name,
      tool({
        description,
        inputSchema: input,
        execute: async (given: unknown) => (++calls > maxToolCalls ? REFUSED : run(given)),
      }),
    ]),
  )
  return { tools: made, mayCall: () => calls < maxToolCalls }
}

/** Arguments that are nearly JSON (in a fence, with a comma too many) are read as what they mean; else the model is told. */
export const mendToolCall: ToolCallRepairFunction<ToolSet> = async ({ toolCall }) => {
  const [from, to] = [toolCall.input.indexOf('{'), toolCall.input.lastIndexOf('}')]
  if (from < 0 || to < from) return null
  const object = toolCall.input.slice(from, to + 1)
  const input = object.replace(/,\s*([}\]])/g, '$1')
  try {
    JSON.parse(input)
  } catch {
    return null
  }
  return input === toolCall.input ? null : { ...toolCall, input }
}
