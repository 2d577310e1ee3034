import { agentChanges, createAgent } from '@prosa/contract/calls/agents/agent'
import { describe, expect, it } from 'vitest'
import { anAgent } from '../../../testing/factories.ts'
import { type AgentDraft, agentDraftSchema, getAgentChanges, NEW_AGENT_DRAFT, toAgentBody, toAgentDraft } from './agent-draft.ts'

const settings = {
  persona: 'Calma e direta.',
  instructions: null,
  hours: [{ day: 1, from: '09:00', to: '18:00' }],
  model: null,
  use_model: true,
  questions: ['Qual bairro?'],
  replace_questions: false,
  asks_for: 'auto' as const,
}
const draft = (change: Partial<AgentDraft> = {}): AgentDraft => ({
  ...(toAgentDraft(anAgent({ settings })) as AgentDraft),
  ...change,
})
const problems = (change: Partial<AgentDraft>) =>
  agentDraftSchema.safeParse(draft(change)).error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('an agent in its form', () => {
  it('begins as it is saved, and not at all without settings', () => {
    expect(draft()).toMatchObject({
      persona: 'Calma e direta.',
      instructions: '',
      hasHours: true,
      questions: [{ text: 'Qual bairro?' }],
    })
    expect(toAgentDraft(anAgent())).toBeNull()
    expect(toAgentDraft(anAgent({ type: 'POST_SALE', settings }))?.type).toBe('POS_VENDA')
  })

  it('sends only what was changed, in the contract’s words', () => {
    expect(getAgentChanges(draft(), draft())).toEqual({})
    const changes = getAgentChanges(draft(), draft({ persona: ' ', hasHours: false, questions: [{ text: 'Quanto?' }] }))
    expect(changes).toEqual({ persona: null, hours: null, questions: ['Quanto?'] })
    expect(agentChanges.safeParse(changes).success).toBe(true)
    expect(createAgent.body.safeParse(toAgentBody({ ...NEW_AGENT_DRAFT, name: 'Iara' })).success).toBe(true)
  })

  it('says in Portuguese what the contract would refuse', () => {
    expect(problems({ name: 'A' })).toEqual([['name', 'Use pelo menos 2 caracteres.']])
    expect(problems({ model: 'gpt 5' })).toEqual([['model', 'Nome de modelo inválido.']])
    expect(problems({ questions: [{ text: ' ' }] })).toEqual([['questions.0.text', 'Escreva a pergunta, ou remova-a.']])
    expect(problems({ hours: [] })).toEqual([['hasHours', 'Adicione ao menos um horário.']])
    expect(problems({ hours: [{ day: 1, from: '18:00', to: '09:00' }] })).toEqual([
      ['hours.0.to', 'O fim deve vir depois do início.'],
    ])
    expect(problems({ instructions: 'x'.repeat(6_001) })).toEqual([['instructions', 'Use no máximo 6.000 caracteres.']])
  })
})
