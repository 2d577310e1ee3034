import type { DatedRate } from '@prosa/contract/entities/reports/cost'

/**
 * Default prices for Brazil. They are third-party quotes of Meta's price list and not confirmed, so each organisation should replace them.
 * A subject that is not listed has no price until the organisation sets one.
 */
export const SEED_RATES: readonly DatedRate[] = [
  // Free-form messages are free until October 2026.
  { subject: 'category', name: 'service', currency: 'BRL', price: 0, valid_from: '2025-07-01' },
  { subject: 'category', name: 'service', currency: 'BRL', price: 0.035, valid_from: '2026-10-01' },
  { subject: 'category', name: 'utility', currency: 'USD', price: 0.0068, valid_from: '2025-07-01' },
  { subject: 'category', name: 'utility', currency: 'BRL', price: 0.035, valid_from: '2026-10-01' },
  { subject: 'category', name: 'marketing', currency: 'USD', price: 0.0625, valid_from: '2025-07-01' },
  { subject: 'dollar', name: '', currency: 'BRL', price: 5.4, valid_from: '2025-07-01' },
  { subject: 'free_messages', name: '', currency: 'BRL', price: 1_000, valid_from: '2026-10-01' },
]
