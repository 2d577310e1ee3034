import { describe, expect, it } from 'vitest'
import { createHaltedDraft, type DailyUsage, getTurnPermission } from './daily-limits.ts'

const CEILINGS = {
  lead: { turns: 10, tokens: 1_000 },
  agent: { turns: 20, tokens: 2_000 },
  tenant: { turns: 30, tokens: 3_000 },
}
const usedOf = (more: Partial<Record<DailyUsage['scope'], Partial<DailyUsage>>> = {}): DailyUsage[] =>
  (['lead', 'agent', 'tenant'] as const).map((scope) => ({ scope, turns: 1, tokens: 0, ...more[scope] }))

describe('the ceilings of a day', () => {
  it('let a turn begin that is the last of each, with tokens left', () => {
    const lasts = { lead: { turns: 10, tokens: 999 }, agent: { turns: 20, tokens: 1_999 }, tenant: { turns: 30, tokens: 2_999 } }
    expect(getTurnPermission(usedOf(lasts), CEILINGS, { isKnown: true })).toEqual({ kind: 'whole' })
  })

  it.each([
    ['lead', 'turns', { turns: 11 }, '10 respostas com este lead'],
    ['lead', 'tokens', { tokens: 1_000 }, '1.000 tokens do modelo com este lead'],
    ['agent', 'turns', { turns: 21 }, '20 respostas deste agente'],
    ['agent', 'tokens', { tokens: 2_000 }, '2.000 tokens do modelo deste agente'],
    ['tenant', 'turns', { turns: 31 }, '30 respostas da organização'],
    ['tenant', 'tokens', { tokens: 3_000 }, '3.000 tokens do modelo da organização'],
  ] as const)('of a %s stop it by its %s, and the team reads which it was', (scope, what, more, words) => {
    const permission = getTurnPermission(usedOf({ [scope]: more }), CEILINGS, { isKnown: true })
    if (permission.kind !== 'halted') throw new Error(`The turn is ${permission.kind}`)
    const { reachedLimit: reached } = permission
    expect(reached).toMatchObject({ scope, unit: what })
    const draft = createHaltedDraft({ conversation: { stage: null, memory: null } }, reached, { wasLeadInformed: false })
    expect(draft.attention?.reason).toBe(`Limite de hoje atingido: ${words}. Continue a conversa`)
    expect(draft.replies).toHaveLength(1)
    expect(
      createHaltedDraft({ conversation: { stage: null, memory: null } }, reached, { wasLeadInformed: true }).replies,
    ).toEqual([])
  })

  it.each([
    ['address', { turns: 3 }, true],
    ['address', { tokens: 200 }, true],
    ['agent', { turns: 17 }, false],
    ['agent', { tokens: 1_600 }, false],
    ['agent', { tokens: 2_000 }, false],
    ['tenant', { turns: 25 }, false],
    ['tenant', { tokens: 2_400 }, false],
  ] as const)('leave the script to an address, or a stranger, past its part (%s, %o)', (scope, more, isKnown) => {
    const used = [...usedOf(), { scope: 'address', turns: 1, tokens: 0 } as const].map((one) =>
      one.scope === scope ? { ...one, ...more } : one,
    )
    expect(getTurnPermission(used, CEILINGS, { isKnown })).toEqual({ kind: 'scripted' })
  })

  it('keep the rest for leads that the team knows, and begin a turn that is the last of a part', () => {
    const lasts = { agent: { turns: 16, tokens: 1_599 }, tenant: { turns: 24, tokens: 2_399 } }
    expect(getTurnPermission(usedOf(lasts), CEILINGS, { isKnown: false })).toEqual({ kind: 'whole' })
    expect(getTurnPermission(usedOf({ agent: { turns: 20, tokens: 1_999 } }), CEILINGS, { isKnown: true })).toEqual({
      kind: 'whole',
    })
  })
})
