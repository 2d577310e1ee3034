import { type ToolCallRepairFunction, type ToolSet, tool } from 'ai'
import type { ModelRequest } from '../../platform/external-services/language-model.ts'

const TOOL_LIMIT_REACHED = 'Limite de ações desta resposta atingido. Responda ao lead agora.'

/** Returns the tools in the library's format, and a function that returns whether the model may call another tool. */
export function toToolSet({ tools, maxToolCalls }: ModelRequest): { tools: ToolSet; canCallTool: () => boolean } {
  let calls = 0
  const toolSet: ToolSet = Object.fromEntries(
    tools.map(({ name, description, input, run }) => [
      name,
      tool({
        description,
        inputSchema: input,
        execute: async (input: unknown) => (++calls > maxToolCalls ? TOOL_LIMIT_REACHED : run(input)),
      }),
    ]),
  )
  return { tools: toolSet, canCallTool: () => calls < maxToolCalls }
}

/**
 * Repairs arguments of a tool call that are almost JSON: in a code fence, or with trailing commas. Returns null if the repair fails; the
 * library then reports the error to the model.
 */
export const repairToolCall: ToolCallRepairFunction<ToolSet> = async ({ toolCall }) => {
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
