module.exports = ({ env }) => ({
  auth: { secret: env('APP_SECRET') },
  apiToken: { salt: env('APP_SECRET') },
  transfer: { token: { salt: env('APP_SECRET') } },
  secrets: { encryptionKey: env('APP_SECRET') },
  serveAdminPanel: false,
});
