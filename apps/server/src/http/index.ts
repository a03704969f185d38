export * from './create-express-app.ts';
export * from './http-server.ts';
