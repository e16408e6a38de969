// Readers and writers of data files.
#pragma once
#include "io/mtx.hpp"
#include "io/npy.hpp"
#include "io/smtx.hpp"
#include "io/tns.hpp"
#include "io/write.hpp"
