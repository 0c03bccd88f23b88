// Linux calls that Swift's Glibc module does not offer.
//
// Only these two system headers are included: others would be imported here a second time and break the Glibc module
// for every package that depends on this one. What else is needed is declared by hand.
#ifndef LOOPBACKKIT_CLINUX_H
#define LOOPBACKKIT_CLINUX_H

#ifdef __linux__

#include <sys/epoll.h>
#include <sys/eventfd.h>

struct sockaddr;

extern int accept4(int descriptor, struct sockaddr *address, unsigned int *length, int flags);
extern long syscall(long number, ...);
extern int syncfs(int descriptor);

// openat2(2): the kernel resolves the whole path and refuses to leave the starting folder.
struct clinux_open_how {
    unsigned long long flags;
    unsigned long long mode;
    unsigned long long resolve;
};

enum {
    CLINUX_RESOLVE_NO_MAGICLINKS = 0x02,
    CLINUX_RESOLVE_BENEATH = 0x08,
    CLINUX_O_PATH = 010000000,  // finds a file without opening it; one value on every architecture that Swift runs on
    CLINUX_FICLONE = 0x40049409,  // shares a file's blocks with another one (ioctl_ficlone(2))
};

static inline int clinux_openat2(int folder, const char *path, unsigned long long flags, unsigned long long resolve) {
    struct clinux_open_how how = {flags, 0, resolve};
    return (int)syscall(437, folder, path, &how, sizeof how);  // one number on every architecture
}

#endif
#endif
