import type { RateOfDay } from '@prosa/contract/entities/cost'

/**
 * Prices that come with the product, for Brazil, gathered from what others quote of Meta's card: nobody has confirmed them, and every
 * organisation puts its own in their place. What is not here has no price until somebody gives it one.
 */
export const SEED_RATES: readonly RateOfDay[] = [
  // Free-form messages were free until then.
  { subject: 'category', name: 'service', currency: 'BRL', price: 0, valid_from: '2025-07-01' },
  { subject: 'category', name: 'service', currency: 'BRL', price: 0.035, valid_from: '2026-10-01' },
  { subject: 'category', name: 'utility', currency: 'USD', price: 0.0068, valid_from: '2025-07-01' },
  { subject: 'category', name: 'utility', currency: 'BRL', price: 0.035, valid_from: '2026-10-01' },
  { subject: 'category', name: 'marketing', currency: 'USD', price: 0.0625, valid_from: '2025-07-01' },
  { subject: 'dollar', name: '', currency: 'BRL', price: 5.4, valid_from: '2025-07-01' },
  { subject: 'free_messages', name: '', currency: 'BRL', price: 1_000, valid_from: '2026-10-01' },
]
