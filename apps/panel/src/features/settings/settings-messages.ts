/** Fallback texts of the account's calls (section 8, 'Store fallbacks'). The others of that list are loaded with the sign-in page. */
export const PASSWORD_CHANGE_FAILED_MESSAGE = 'Falha ao alterar a senha. Tente novamente.'
export const SESSIONS_FAILED_MESSAGE = 'Falha ao buscar sessões ativas.'
