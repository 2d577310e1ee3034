/** Items that can be tested only on a server, each with the reason. All others need a test that `npm test` runs. */
export const SERVER_ONLY_ITEMS: Readonly<Record<string, string>> = {
  'DASH-07': 'a million messages, held against what PostgreSQL itself takes for one reading of them',
}
