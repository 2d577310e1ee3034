import { expect, it } from 'vitest'
import { summarizeConversation } from './answer-by-playbook.ts'
import type { DialogueContext } from './dialogue-context.ts'
import type { Playbook } from './playbooks/playbook.ts'

const lead = { name: 'Rita Souza', company: null, phone: null, email: null }

it('PROV-07 a summary puts no full stop after what a lead wrote with an end of its own', () => {
  const talk = {
    lead,
    meeting: null,
    memory: { questions: ['aceita pets?'], called: null, facts: {}, appointment: { kind: 'none' } },
    guardResult: { guard: { kind: 'clear' } },
  } as unknown as DialogueContext
  const playbook = {
    getSummarySentences: () => ['Precisa de vaga de garagem? sim, certo?.', 'Orçamento de R$ 2.000.'],
  } as unknown as Playbook
  expect(summarizeConversation(talk, playbook)).toBe(
    'Rita Souza: precisa de vaga de garagem? sim, certo? Orçamento de R$ 2.000. Perguntou sobre: aceita pets?',
  )
})
