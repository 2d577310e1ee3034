/** Fallbacks of the account's calls (section 8, 'Store fallbacks'); the other ones of that list are weight of the sign-in page. */
export const PASSWORD_CHANGE_FAILED = 'Falha ao alterar a senha. Tente novamente.'
export const SESSIONS_FAILED = 'Falha ao buscar sessões ativas.'
