import { completeOnboarding } from '@prosa/contract/calls/accounts/onboarding'
import { optionalPhone } from '@prosa/contract/fields'
import * as z from 'zod/mini'

const { name, password } = completeOnboarding.body.shape

/**
 * Creates the validation schema of the form: the contract's rules and the repeated password. The phone number is optional (gap G10), unless
 * the server has no number of this user.
 */
export const createOnboardingSchema = (needsPhone: boolean) =>
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
export type OnboardingDraft = z.input<ReturnType<typeof createOnboardingSchema>>

export const EMPTY_ONBOARDING_DRAFT: OnboardingDraft = { name: '', phone: '', password: '', confirmPassword: '' }

/** Converts form values to a request body: trimmed, without the repeated password, and without an empty phone number. */
export const toOnboardingBody = ({ name, phone, password }: OnboardingDraft) => ({
  name: name.trim(),
  ...(phone.trim() ? { phone: phone.trim() } : {}),
  password,
})
