import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../constants.ts'

/** Error message for a new password that does not meet the rules (section 5). */
export const WEAK_PASSWORD_MESSAGE =
  'A senha deve ter entre 8 e 128 caracteres, contendo ao menos uma letra minúscula, uma letra maiúscula, um número e um caractere especial (como !@#$%^&*())'

/** Patterns that a password must match. Special characters are all characters except letters, digits and spaces (gap G34). */
const REQUIRED_PATTERNS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\p{N}\s]/u]

export const isStrongPassword = (value: string): boolean => {
  const length = [...value].length
  return length >= PASSWORD_MIN_CHARS && length <= PASSWORD_MAX_CHARS && REQUIRED_PATTERNS.every((pattern) => pattern.test(value))
}
