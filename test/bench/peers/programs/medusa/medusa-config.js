const process = require('node:process');
const { defineConfig } = require('@medusajs/framework/utils');

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: { jwtSecret: process.env.APP_SECRET, cookieSecret: process.env.APP_SECRET },
  },
});
