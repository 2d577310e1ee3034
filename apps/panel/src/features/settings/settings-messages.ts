/**
 * Fallback error messages for requests of the settings page (section 8, 'Store fallbacks'). The other fallback messages are loaded with the
 * sign-in page.
 */
export const PASSWORD_CHANGE_FAILED_MESSAGE = 'Falha ao alterar a senha. Tente novamente.'
export const SESSIONS_FAILED_MESSAGE = 'Falha ao buscar sessões ativas.'
