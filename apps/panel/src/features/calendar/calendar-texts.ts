/** Texts of the calendar (section 8). Four of them are English in the specification. */
export const CALENDAR_TEXTS = {
  authorized: 'Google Calendar autorizado com sucesso.',
  removed: 'Autorização removida com sucesso!',
  authorizeFailed: 'Erro ao autorizar Google Calendar',
  removeFailed: 'Erro ao remover autorização',
  popupBlocked: 'Failed to open popup window. Please allow popups for this site.',
  cancelled: 'Authorization was cancelled',
  noCode: 'No authorization code received',
  authorizationFailed: 'Authorization failed',
  confirmRemoval: 'Tem certeza que deseja remover a autorização do Google Calendar?',
} as const
