-- Records of channels warn of images whose addresses cannot be reached from outside: every channel starts over.
update channel set refresh_after = '00000000-0000-0000-0000-000000000000';
