import { describe, expect, it } from 'vitest'
import { BENTO_CLOSER, runDialogue } from '../../testing/dialogue.ts'

describe('a proposal that was declined', () => {
  const after = (lead: string) =>
    runDialogue({ agent: BENTO_CLOSER, lead: { name: 'Ana' } }, ['vi a proposta', 'não vou fechar', lead]).at(-1)?.summary

  it.each(['pensando bem eu aceito', 'ta bom vai, aceito a proposta', 'então eu aceito'])('is accepted by “%s”', (lead) => {
    expect(after(lead)).toContain('Aceitou a proposta')
  })

  it.each(['não aceito não', 'aceito se baixar'])('is not by “%s”', (lead) => {
    expect(after(lead)).toContain('Recusou a proposta')
  })
})
