import { completeOnboarding } from '@prosa/contract/calls/onboarding'
import { optionalPhone } from '@prosa/contract/fields'
import * as z from 'zod/mini'

const { name, password } = completeOnboarding.body.shape

/**
 * The contract's rules, and the password once more. The phone may be left out (gap G10), except where the provider says that it knows
 * none: it would refuse the form for that, and who fills it in is told before.
 */
export const onboardingForm = (needsPhone: boolean) =>
  z
    .object({
      name,
      phone: needsPhone ? optionalPhone.check(z.refine((phone) => phone !== '', 'Telefone é obrigatório.')) : optionalPhone,
      password,
      confirmPassword: z.string(),
    })
    .check(
      z.refine((draft) => draft.password === draft.confirmPassword, {
        path: ['confirmPassword'],
        error: "Passwords don't match",
      }),
    )
export type OnboardingDraft = z.input<ReturnType<typeof onboardingForm>>

export const EMPTY_DRAFT: OnboardingDraft = { name: '', phone: '', password: '', confirmPassword: '' }

/** What is sent: trimmed, without the repetition, and without a phone that was left empty. */
export const bodyOf = ({ name, phone, password }: OnboardingDraft) => ({
  name: name.trim(),
  ...(phone.trim() ? { phone: phone.trim() } : {}),
  password,
})
