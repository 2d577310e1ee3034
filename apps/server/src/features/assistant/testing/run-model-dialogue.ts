import type { ModelRequest } from '../../../platform/external-services/language-model.ts'
import type { DatedMessage } from '../model/history.ts'
import { createUsageMeter } from '../model/usage-meter.ts'
import { decideWithGuardedModel } from '../turn/decision/decide-with-guarded-model.ts'
import { screenForModel } from '../turn/decision/screen-turn.ts'
import type { TurnDecision } from '../turn/decision/turn-decision.ts'
import type { TurnInput } from '../turn-input.ts'
import { type DialogueScene, FRIDAY } from './dialogue.ts'

export const DEFAULT_MODEL_ANSWER = 'Temos três apartamentos ótimos! Posso marcar uma visita?'

/**
 * Runs a conversation whose model always gives the answer `says`, and counts the model calls. `calls`: the model first requests a user by
 * tool. `hours`: time between turns.
 */
export const runModelDialogue = async (
  scene: DialogueScene,
  bursts: readonly string[],
  says = DEFAULT_MODEL_ANSWER,
  hours = 0,
  calls = false,
) => {
  let asked = 0
  const llm = {
    models: ['m'],
    acceptsImages: () => false,
    generateAnswer: async ({ tools }: ModelRequest) => {
      if (calls && asked === 0) await tools.find(({ name }) => name === 'ask_human')?.run({ reason: 'Quer um desconto' })
      return { text: says, model: `double ${++asked}` }
    },
  }
  let conversation: TurnInput['conversation'] = { stage: scene.stage ?? null, memory: null }
  const decisions: TurnDecision[] = []
  const history: DatedMessage[] = []
  for (const [index, content] of bursts.entries()) {
    history.push({ fromLead: true, fromUser: false, type: 'text', content, at: FRIDAY })
    const { decision } = await decideWithGuardedModel(
      {
        agent: scene.agent,
        lead: { name: null, company: null, phone: null, email: null, ...scene.lead },
        conversation: { ...conversation, hasUserAnswered: scene.personBefore?.includes(index) ?? false },
        newMessages: [{ type: 'text', content }],
        history,
        summary: null,
        model: null,
        now: new Date(FRIDAY.getTime() + index * hours * 3_600_000),
        timeZone: 'America/Sao_Paulo',
      },
      {
        llm,
        bookMeeting: null,
        isTimeFree: null,
        knowledgeContext: null,
        images: [],
        meter: createUsageMeter(),
        signal: new AbortController().signal,
        guard: async (input) => screenForModel(input),
      },
    )
    conversation = { stage: decision.stage, memory: JSON.parse(JSON.stringify({ ...decision.memory, unsent: [] })) }
    decisions.push(decision)
  }
  return { decisions, asked: () => asked, said: decisions.map(({ replies }) => replies.join('\n')) }
}
