import { describe, expect, it } from 'vitest'
import { getRateTimeline, listPricedItems, parsePrice } from './priced-items.ts'

const rate = (price: number, valid_from: string) => ({
  ...({ subject: 'category', name: 'service', currency: 'BRL', price, valid_from, to_check: false } as const),
})

describe('prices', () => {
  it('are read as they are typed here', () => {
    const typed = ['0,035', 'R$ 1.250,50', '1.000', '0.5', '5,4', '12']
    expect(typed.map(parsePrice)).toEqual([0.035, 1250.5, 1000, 0.5, 5.4, 12])
    for (const none of ['', 'a combinar', '-1', '1,2,3', '0,1234567']) expect(parsePrice(none)).toBeNull()
  })

  it('COST-03 hold from their day on, and the next is known before', () => {
    const rates = [rate(2, '2026-12-01'), rate(1, '2026-10-01')]
    const thing = { subject: 'category', name: 'service' } as const
    expect(getRateTimeline(rates, thing, '2026-11-30')).toMatchObject({ current: { price: 1 }, next: { price: 2 } })
    expect(getRateTimeline(rates, thing, '2026-12-01')).toMatchObject({ current: { price: 2 }, next: null })
    expect(getRateTimeline(rates, thing, '2026-09-30')).toMatchObject({ current: null, next: { price: 1 } })
  })

  it('are of what there is: categories, the models of this server, and one of each other kind', () => {
    const labels = listPricedItems([{ ...rate(1, '2026-10-01'), name: 'marketing_lite' }], ['m-1']).map(({ label }) => label)
    expect(labels).toContain('Categoria marketing_lite')
    expect(labels).toContain('m-1: tokens escritos')
    expect(new Set(labels).size).toBe(labels.length)
  })
})
